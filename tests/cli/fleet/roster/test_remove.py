"""`wicket fleet roster remove`."""

from fleet.people import key_of
from machine import Machine
from wicket.fleet.root_files import RootFiles


def test_a_person_is_removed_and_who_is_not_there_is_said(machine: Machine, root: RootFiles) -> None:
    machine.run("fleet", "roster", "add", "alice", "--key", key_of("alice").public, "--group", "ci")
    done = machine.run("fleet", "roster", "remove", "bob")
    assert (done.code, done.err) == (1, "wicket: bob is not in the roster; in it: alice\n")
    assert machine.run("fleet", "roster", "remove", "alice", "--json").out == '{\n  "removed": "alice"\n}\n'
    assert root.draft().people == ()
