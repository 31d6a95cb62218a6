"""`wicket task list`: the tasks, in their order."""

import json

from machine import Machine
from tasks.evals import Lab


def test_tasks_are_listed_in_the_order_in_which_they_run(machine: Machine, lab: Lab) -> None:
    lab.task("a", metadata={"parallel": True, "labels": {"k": "v"}, "runs": 2, "difficulty": "easy"})
    lab.task("b")
    done = machine.run("task", "list", str(lab.write()))
    assert [line.split() for line in done.out.splitlines()] == [
        ["NAME", "DIFFICULTY", "LABELS", "PARALLEL", "RUNS"],
        ["b", "-", "-", "no", "1"],
        ["a", "easy", "k=v", "yes", "2"],
    ]
    rows = json.loads(machine.run("task", "list", str(lab.path), "--json", "-l", "k=v").out)
    assert [(row["name"], row["labels"]) for row in rows] == [("a", {"k": "v"})]
