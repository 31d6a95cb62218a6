"""`wicket fleet audit`: the records of all machines, searched and proven where the hub's helper keeps them."""

import json
import sqlite3
import time
from pathlib import Path

import pytest

from gateway.admitted_requests import admitted
from gateway.records import append
from machine import Machine
from wicket.fleet.record_archive import Archive
from wicket.fleet.record_segments import BEGINNING, segments
from wicket.gateway import record_entries
from wicket.gateway.approval_queue import Approved
from wicket.gateway.record_ledger import Ledger
from wicket.gateway.request_types import Judgement


def archived(machine: Machine, name: str, *commands: str, group: str = "ci") -> Path:
    ledger = Ledger(machine.home / name / "ledger.sqlite")
    now = time.time()
    decided = Judgement("ask", "no rule")
    append(
        ledger,
        [
            record_entries.decided(f"r{at}", admitted(command), Approved("alice", "fleet"), decided, 1.0, now - 60 + at)
            for at, command in enumerate(commands)
        ],
    )
    archive = Archive(machine.home / "fleet" / "hub" / "archive.sqlite")
    for number, (segment, _) in enumerate(segments(group, name, BEGINNING, ledger.entries())):
        archive.take(f"of {name}", "then", number + 1, segment, now)
    archive.close()
    ledger.close()
    return archive.path


def test_without_an_archive_it_says_where_one_is(machine: Machine) -> None:
    done = machine.run("fleet", "audit")
    assert done.code == 1
    assert "it is where the hub's helper runs" in done.err


def test_words_groups_and_machines_are_found(machine: Machine) -> None:
    archived(machine, "m1", "git push", "terraform apply")
    archived(machine, "m9", "terraform destroy", group="prod")
    done = machine.run("fleet", "audit", "terraform")
    lines = done.out.splitlines()
    assert [line.split()[2:] for line in lines[1:]] == [
        ["prod/m9", "1", "approved", "alice", "terraform", "destroy"],
        ["ci/m1", "2", "approved", "alice", "terraform", "apply"],
    ]
    found = json.loads(machine.run("fleet", "audit", "--group", "ci", "--since", "1h", "--json").out)
    assert [(each["machine"], each["fields"]["pipeline"]) for each in found] == [
        ("m1", [["terraform", "apply"]]),
        ("m1", [["git", "push"]]),
    ]
    assert "nothing of that kind" in machine.run("fleet", "audit", "--machine", "m7").err
    assert "nothing of that kind" in machine.run("fleet", "audit", "--kind", "voted").err
    assert len(json.loads(machine.run("fleet", "audit", "--kind", "any", "--most", "2", "--json").out)) == 2


@pytest.mark.rule("F-35")
def test_what_was_changed_is_proven(machine: Machine) -> None:
    path = archived(machine, "m1", "git push", "make")
    done = machine.run("fleet", "audit", "verify")
    assert done.code == 0
    assert done.out.startswith("ci/m1: 2 entries, up to 2:")
    db = sqlite3.connect(path)
    db.execute("DROP TRIGGER entries_stay")
    db.execute("UPDATE entries SET body = replace(body, 'make', 'true') WHERE seq = 2")
    db.commit()
    db.close()
    done = machine.run("fleet", "audit", "verify", "--json")
    assert done.code == 1
    (found,) = json.loads(done.out)
    assert [problem["says"] for problem in found["problems"]] == ["entry 2 is not as it was archived"]
    assert "1 of 1 records are not whole" in done.err
