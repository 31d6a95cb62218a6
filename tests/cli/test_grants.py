"""`wicket grants` and its help; `test_deciding.py` plays it with a gateway."""

from machine import Machine


def test_it_is_a_verb_that_explains_itself(machine: Machine) -> None:
    done = machine.run("grants", "--help")
    assert (done.code, done.out.startswith("Usage: wicket grants "), done.err) == (0, True, "")


def test_it_needs_a_gateway(machine: Machine) -> None:
    argv = {"approve": ["x"], "deny": ["x"]}.get("grants", [])
    done = machine.run("grants", *argv, "--socket", "/nowhere/s", WICKET_APPROVER_TOKEN="t")
    assert (done.code, done.out, done.err.startswith("wicket: no gateway at /nowhere/s: ")) == (1, "", True)


def test_the_socket_may_be_named_before_the_verb_and_behind_it(machine: Machine) -> None:
    said = "wicket: no gateway at /nowhere/s: no such file or directory; start one with `wicket serve`\n"
    for argv in (["--socket", "/nowhere/s", "revoke", "x"], ["revoke", "x", "--socket", "/nowhere/s"]):
        done = machine.run("grants", *argv, WICKET_APPROVER_TOKEN="t")
        assert (done.code, done.err) == (1, said)
