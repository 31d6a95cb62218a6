"""Who is in no fleet is told so before a passphrase is asked for."""

from machine import Machine


def test_who_has_not_come_in_is_told_how(machine: Machine) -> None:
    code, said = machine.run_at_terminal("x", "fleet", "inbox", at="key: ")
    assert (code, "you are in no fleet yet; have somebody at the hub run" in said) == (1, True)
    assert "passphrase" not in said
