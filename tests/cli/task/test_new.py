"""`wicket task new`: what it makes runs as it is."""

from machine import Machine


def test_a_new_eval_runs(machine: Machine) -> None:
    made = machine.run("task", "new", "mine")
    assert (made.code, made.err) == (0, "made mine; run `wicket task run mine/eval.yaml`\n")
    done = machine.run("task", "run", "mine/eval.yaml")
    assert done.code == 0
    assert "1 passed, 0 failed, 0 errors" in done.err
    assert machine.run("task", "new", "mine").code == 1
