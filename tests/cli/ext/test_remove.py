"""`wicket ext remove` asks before it deletes."""

import pytest

from machine import Machine, Outcome, make_extension
from wicket.trust_decisions import Trust


@pytest.mark.rule("Z-H59")
@pytest.mark.parametrize("verb", ["remove", "rm"])
@pytest.mark.parametrize("flag", ["--yes", "-y"])
def test_with_yes_nobody_is_asked(machine: Machine, verb: str, flag: str) -> None:
    folder = make_extension(machine.installed, "a")
    assert machine.run("ext", verb, "a", flag) == Outcome(0, "", f"removed {folder}\n")
    assert list(machine.installed.iterdir()) == []


@pytest.mark.rule("Z-H59")
def test_without_a_terminal_yes_is_needed(machine: Machine) -> None:
    folder = make_extension(machine.installed, "a")
    sentence = f"wicket: there is no terminal to ask on; add --yes to remove {folder}\n"
    assert machine.run("ext", "remove", "a") == Outcome(1, "", sentence)
    assert folder.is_dir()


@pytest.mark.rule("Z-H59")
def test_a_person_is_asked_at_the_terminal(machine: Machine) -> None:
    folder = make_extension(machine.installed, "a")
    question = f"Remove {folder}? [y/N] "
    assert machine.run_at_terminal("n", "ext", "remove", "a") == (0, f"{question}n\naborted\n")
    assert folder.is_dir()
    assert machine.run_at_terminal("y", "ext", "remove", "a") == (0, f"{question}y\nremoved {folder}\n")
    assert not folder.exists()


@pytest.mark.rule("Z-H60")
def test_a_broken_extension_is_removed_by_its_folders_name(machine: Machine) -> None:
    folder = make_extension(machine.installed, "a", name=None)
    assert machine.run("ext", "remove", "a", "--yes") == Outcome(0, "", f"removed {folder}\n")


@pytest.mark.rule("Z-H60")
def test_the_projects_copy_goes_first_and_its_trust_with_it(machine: Machine) -> None:
    everywhere = make_extension(machine.installed, "a")
    local = make_extension(machine.local, "a")
    Trust(machine.home).trust(local)
    assert machine.run("ext", "remove", "a", "--yes") == Outcome(
        0,
        "",
        f"a is in more than one place; taking {local}, choose with --global or --project\nremoved {local}\n",
    )
    assert (everywhere.is_dir(), Trust(machine.home).entries()) == (True, [])
    assert machine.run("ext", "remove", "a", "--yes", "--global").code == 0
    assert not everywhere.exists()
