"""`wicket deny` and its help; `test_deciding.py` plays it with a gateway."""

from machine import Machine


def test_it_is_a_verb_that_explains_itself(machine: Machine) -> None:
    done = machine.run("deny", "--help")
    assert (done.code, done.out.startswith("Usage: wicket deny "), done.err) == (0, True, "")


def test_it_needs_a_gateway(machine: Machine) -> None:
    argv = {"approve": ["x"], "deny": ["x"]}.get("deny", [])
    done = machine.run("deny", *argv, "--socket", "/nowhere/s", WICKET_APPROVER_TOKEN="t")
    assert (done.code, done.out, done.err.startswith("wicket: no gateway at /nowhere/s: ")) == (1, "", True)
