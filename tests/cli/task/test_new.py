"""`wicket task new`: what it makes runs as it is."""

import json

import pytest

from machine import Machine


def test_a_new_eval_runs(machine: Machine) -> None:
    made = machine.run("task", "new", "mine")
    assert (made.code, made.err) == (0, "made mine; run `wicket task run mine/eval.yaml`\n")
    done = machine.run("task", "run", "mine/eval.yaml")
    assert done.code == 0
    assert "1 passed, 0 failed, 0 errors" in done.err
    assert machine.run("task", "new", "mine").code == 1


@pytest.mark.parametrize("name", ["a: b", "#x", "on", "010", "it's {x}", "[x"])
def test_a_folder_of_any_name_gives_an_eval_of_that_name(machine: Machine, name: str) -> None:
    assert machine.run("task", "new", name).code == 0
    done = machine.run("task", "run", f"{name}/eval.yaml", "-o", "out.json")
    assert (done.code, "warning" in done.err) == (0, False)
    assert f'"names": [\n    {json.dumps(name)}\n' in (machine.project / "out.json").read_text().replace(
        "      ", "    "
    )
