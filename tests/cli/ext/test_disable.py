"""`wicket ext disable` changes one word of a manifest."""

import pytest

from machine import Machine, Outcome, make_extension


@pytest.mark.rule("Z-H59")
@pytest.mark.rule("Z-H60")
def test_one_word_of_the_manifest_changes(machine: Machine) -> None:
    folder = make_extension(machine.installed, "folder", name="a", enabled=True, zeta=[1.50], alpha=None)
    assert machine.run("ext", "disable", "a") == Outcome(0, "", "disabled a\n")
    assert (folder / "extension.json").read_text() == (
        '{\n  "name": "a",\n  "exec": "./run",\n  "enabled": false,\n  "zeta": [\n    1.5\n  ]\n}\n'
    )
    assert machine.run("ext", "disable", "folder") == Outcome(0, "", "a is disabled already\n")


@pytest.mark.rule("Z-H60")
def test_the_scope_can_be_chosen(machine: Machine) -> None:
    for place in (machine.local, machine.installed):
        make_extension(place, "a", enabled=True)
    assert machine.run("ext", "disable", "a", "--global") == Outcome(0, "", "disabled a\n")
    assert machine.run("ext", "disable", "a", "--global") == Outcome(0, "", "a is disabled already\n")
    assert machine.run("ext", "disable", "a", "--project") == Outcome(0, "", "disabled a\n")
