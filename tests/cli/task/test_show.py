"""`wicket task show`: a task as it is read."""

import json

from machine import Machine
from tasks.evals import Lab, script


def test_a_task_is_shown(machine: Machine, lab: Lab) -> None:
    policy = {"rules": [{"deny": "rm *"}]}
    path = lab.task(setup=[{"id": "s", **script("true")}], limits={"timeout": "1m"}, env={"A": "b"}, policy=policy)
    shown = json.loads(machine.run("task", "show", str(path)).out)
    assert (shown["name"], shown["limits"]["timeoutSeconds"]) == ("one", 60.0)
    assert (shown["env"], shown["policy"]) == ({"A": "b"}, policy)
    assert [(step["id"], step["with"]) for step in shown["setup"]] == [("s", {"inline": "true"})]
    assert machine.run("task", "show", "none.yaml").code == 2
