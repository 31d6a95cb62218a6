"""`wicket fleet roster show`."""

import json

from fleet.people import ROOT, key_of
from machine import Machine
from wicket.fleet.root_files import RootFiles


def test_it_shows_what_will_be_signed(machine: Machine, root: RootFiles) -> None:
    machine.run("fleet", "roster", "add", "alice", "--key", key_of("alice").public, "--group", "ci")
    machine.run("fleet", "roster", "need", "ci", "--class", "root", "--votes", "2", "--role", "ops")
    done = machine.run("fleet", "roster", "show")
    assert done.out.splitlines()[1].split() == ["alice", "ci", "approve", "-", key_of("alice").public]
    assert done.out.splitlines()[2:] == ["ci, root: 2 votes, of ops"]
    assert done.err == f"root {ROOT.public}; none was signed yet\n"
    found = json.loads(machine.run("fleet", "roster", "show", "--json").out)
    assert (found["root"], found["number"], [each["name"] for each in found["people"]]) == (ROOT.public, 0, ["alice"])
