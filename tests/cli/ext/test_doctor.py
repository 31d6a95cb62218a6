"""`wicket ext doctor`."""

import json

import pytest

from machine import Machine, Outcome, make_extension
from sdk.running import EVERYTHING, write


def test_a_healthy_extension_has_nothing_to_be_done(machine: Machine) -> None:
    path = write(machine.project, "#!/usr/bin/env python3\n" + EVERYTHING.lstrip())
    path.chmod(0o755)
    found = machine.run("ext", "doctor", "ext.py")
    assert (found.code, found.err) == (0, "")
    assert "ok       protocols: speaks runok, mcpchecker, zot\n" in found.out


def test_a_problem_comes_with_advice_and_an_exit_code(machine: Machine) -> None:
    make_extension(machine.installed, "hello", exec="./gone")
    found = machine.run("ext", "doctor", "hello")
    assert found.code == 1
    assert "PROBLEM  start: " in found.out
    assert "         → " in found.out
    findings = json.loads(machine.run("ext", "doctor", "--json", "hello").out)
    assert [finding["level"] for finding in findings][-1] == "problem"
    assert all(finding["advice"] for finding in findings if finding["level"] != "ok")


@pytest.mark.rule("R-H27")
def test_an_executor_is_looked_for(machine: Machine) -> None:
    assert machine.run("ext", "doctor", "--executor", "./checks/guard.sh") == Outcome(
        1,
        "PROBLEM  executor: there is no ./checks/guard.sh; looked for checks/guard.sh\n"
        "         → correct the path: it is relative to the folder of the policy file\n",
    )
    assert machine.run("ext", "doctor").code == 2
