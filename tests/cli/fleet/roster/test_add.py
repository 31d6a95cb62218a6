"""`wicket fleet roster add`."""

from fleet.people import key_of
from machine import Machine
from wicket.fleet.root_files import RootFiles
from wicket.fleet.roster import Person

ALICE = key_of("alice").public


def test_a_person_is_added_and_changed(machine: Machine, root: RootFiles) -> None:
    words = ("fleet", "roster", "add", "alice", "--key", ALICE, "--group", "ci")
    done = machine.run(*words)
    assert (done.code, done.err) == (
        0,
        "alice will be in the roster; `wicket fleet roster sign` makes it count\n",
    )
    machine.run(*words, "--group", "prod", "--may", "approve", "--may", "audit", "--role", "ops")
    assert root.draft().people == (
        Person(name="alice", key=ALICE, groups=("ci", "prod"), may=("approve", "audit"), roles=("ops",)),
    )


def test_a_key_that_is_none_or_anothers_is_refused(machine: Machine, root: RootFiles) -> None:
    machine.run("fleet", "roster", "add", "alice", "--key", ALICE, "--group", "ci")
    for name, key, sentence in (
        ("bob", ALICE, "alice has that key already; everybody has one of their own"),
        ("bob", "W1", "this is no key"),
        ("Bob", key_of("bob").public, "'Bob' is no name of a person"),
        ("bob", key_of("bob").login().public, "is no public key of a person"),
    ):
        done = machine.run("fleet", "roster", "add", name, "--key", key, "--group", "ci")
        assert (done.code, sentence in done.err) == (1, True), done
    assert len(root.draft().people) == 1
