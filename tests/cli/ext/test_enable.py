"""`wicket ext enable` changes one word of a manifest."""

import pytest

from machine import Machine, Outcome, make_extension


@pytest.mark.rule("Z-H59")
@pytest.mark.rule("Z-H60")
def test_one_word_of_the_manifest_changes(machine: Machine) -> None:
    folder = make_extension(machine.installed, "folder", name="a", enabled=False, zeta=[1.50], alpha=None)
    assert machine.run("ext", "enable", "a") == Outcome(0, "", "enabled a\n")
    assert (folder / "extension.json").read_text() == (
        '{\n  "name": "a",\n  "exec": "./run",\n  "enabled": true,\n  "zeta": [\n    1.5\n  ]\n}\n'
    )
    assert machine.run("ext", "enable", "folder") == Outcome(0, "", "a is enabled already\n")


@pytest.mark.rule("Z-H60")
def test_the_scope_can_be_chosen(machine: Machine) -> None:
    for place in (machine.local, machine.installed):
        make_extension(place, "a", enabled=False)
    assert machine.run("ext", "enable", "a", "--global") == Outcome(0, "", "enabled a\n")
    assert machine.run("ext", "enable", "a", "--global") == Outcome(0, "", "a is enabled already\n")
    assert machine.run("ext", "enable", "a", "--project") == Outcome(0, "", "enabled a\n")
