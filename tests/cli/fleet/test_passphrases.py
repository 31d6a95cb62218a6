"""A passphrase is typed on the terminal, and twice if it is new."""

from machine import Machine


def test_two_different_ones_make_no_key(machine: Machine) -> None:
    code, said = machine.run_at_terminal(
        "one long passphrase", "fleet", "init", "--group", "ci", at="at least: ", also={"again: ": "another passphrase"}
    )
    assert (code, "these were two different ones; nothing was done" in said) == (1, True)
    assert "passphrase\n" not in said
    assert not (machine.home / "fleet" / "root" / "root.key").exists()


def test_none_and_a_short_one_make_no_key(machine: Machine) -> None:
    for typed, sentence in (("", "there was no passphrase"), ("short", "the passphrase has 5 characters")):
        code, said = machine.run_at_terminal(
            typed, "fleet", "init", "--group", "ci", at="at least: ", also={"again: ": typed}
        )
        assert (code, sentence in said) == (1, True), said
        assert not (machine.home / "fleet" / "root" / "root.key").exists()
