"""`wicket fleet roster need`."""

import pytest

from machine import Machine
from wicket.fleet.root_files import RootFiles
from wicket.fleet.roster import Need


@pytest.mark.rule("F-22")
def test_what_was_said_last_of_a_group_and_class_counts(machine: Machine, root: RootFiles) -> None:
    assert machine.run("fleet", "roster", "need", "prod", "--votes", "2").code == 0
    machine.run("fleet", "roster", "need", "prod", "--class", "root", "--votes", "3", "--role", "ops")
    assert root.draft().needs == (
        Need(group="prod", kind="user", votes=2),
        Need(group="prod", kind="root", votes=3, roles=("ops",)),
    )
    assert machine.run("fleet", "roster", "need", "prod", "--votes", "0").code == 2
