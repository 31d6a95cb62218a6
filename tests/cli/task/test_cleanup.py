"""`wicket task cleanup`: what is left is listed, and done."""

import json

from machine import Machine
from tasks.evals import Lab, script
from wicket.tasks.run_journal import Journal


def test_what_a_run_has_left(machine: Machine, lab: Lab) -> None:
    path = lab.task(cleanup=[script("echo cleaned >> notes")])
    run = machine.home / "tasks" / "lab-1"
    run.mkdir(parents=True, mode=0o700)
    for folder in (machine.home, machine.home / "tasks"):
        folder.chmod(0o700)
    events = [
        {"event": "run", "eval": str(lab.write())},
        {"event": "task", "key": "0.0", "path": str(path), "randomId": "r", "folder": str(run / "task")},
    ]
    (run / "journal.jsonl").write_text("".join(json.dumps(event) + "\n" for event in events))
    listed = machine.run("task", "cleanup").out.split()
    assert listed == ["RUN", "TASKS", "LEFT", "STATE", "lab-1", "1", "to", "be", "cleaned", "up"]
    journal = Journal(run)
    assert machine.run("task", "cleanup").out.split()[-1] == "running"
    journal.close()
    done = machine.run("task", "cleanup", "lab-1")
    assert (done.code, done.err, lab.noted()) == (0, "one: cleaned up\n", ["cleaned"])
    done = machine.run("task", "cleanup", "lab-1")
    assert (done.code, done.err, lab.noted()) == (0, "nothing is left to clean up\n", ["cleaned"])
    assert machine.run("task", "cleanup", "../x").code == 2


def test_nothing_is_left(machine: Machine) -> None:
    done = machine.run("task", "cleanup")
    assert (done.code, done.out, done.err) == (0, "", "no run has left anything to clean up\n")
