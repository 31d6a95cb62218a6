"""`wicket untrust` takes trust back, and asks before it does."""

from machine import Machine, Outcome, make_extension
from wicket.cli.terminal_or_token_approval import token
from wicket.trust_decisions import Trust


def test_a_person_takes_trust_back(machine: Machine) -> None:
    trust = Trust(machine.home)
    folder = trust.trust(make_extension(machine.local, "a")).path
    code, shown = machine.run_at_terminal("y", "untrust", str(folder))
    assert (code, shown) == (0, f"{folder}\nTrust this no more? [y/N] y\nno longer trusted: {folder}\n")
    assert trust.entries() == []


def test_without_a_yes_the_trust_stays(machine: Machine) -> None:
    trust = Trust(machine.home)
    entry = trust.trust(make_extension(machine.local, "a"))
    code, shown = machine.run_at_terminal("n", "untrust", str(entry.path))
    assert (code, shown.splitlines()[-1], trust.entries()) == (1, "nothing changed", [entry])


def test_everything_below_a_folder_is_meant_whether_it_exists_or_not(machine: Machine) -> None:
    trust = Trust(machine.home)
    folders = [trust.trust(make_extension(machine.local, name)).path for name in ("a", "b")]
    kept = trust.trust(make_extension(machine.root, "project-2"))
    folders[1].rename(machine.root / "moved")
    outcome = machine.run("untrust", ".", WICKET_APPROVER_TOKEN=token(machine.home))
    assert outcome == Outcome(0, "", "".join(f"no longer trusted: {folder}\n" for folder in folders))
    assert trust.entries() == [kept]


def test_a_policy_file_is_taken_back_like_anything_else(machine: Machine) -> None:
    path = machine.project / "wicket.yml"
    path.write_text("rules: []\n")
    key = {"WICKET_APPROVER_TOKEN": token(machine.home)}
    assert machine.run("trust", **key) == Outcome(0, "", f"trusted {path}\n")
    assert machine.run("untrust", "wicket.yml", **key) == Outcome(0, "", f"no longer trusted: {path}\n")
    assert Trust(machine.home).entries() == []


def test_without_a_terminal_the_token_is_needed(machine: Machine) -> None:
    entry = Trust(machine.home).trust(make_extension(machine.local, "a"))
    assert machine.run("untrust", str(entry.path)).code == 1
    assert Trust(machine.home).entries() == [entry]


def test_what_was_never_trusted_is_an_error(machine: Machine) -> None:
    sentence = "wicket: . has not been trusted; `wicket trust --list` shows what has\n"
    assert machine.run("untrust", ".") == Outcome(1, "", sentence)
