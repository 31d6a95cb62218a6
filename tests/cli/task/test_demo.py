"""`wicket task demo`: it shows a pass, a failure and a denial, and leaves nothing."""

import re

from machine import Machine


def test_the_demo_shows_a_pass_a_failure_and_a_denial(machine: Machine) -> None:
    before = sorted(machine.project.rglob("*"))
    done = machine.run("task", "demo")
    assert done.code == 0, done.err
    shown = re.sub(r" \([\d.]+ s\)", "", done.out)
    assert "PASSED count the lines\n" in shown
    assert "    allowed: command wc -l data.txt\n" in shown
    assert "FAILED say hello\n  verification failed: script: " in shown
    assert "FAILED tidy up\n  neverDenied: denied: rm -rf data.txt\n" in shown
    assert "    denied: command rm -rf data.txt\n" in shown
    assert "    used: inputTokens" in shown
    assert "1 passed, 2 failed, 0 errors" in done.err
    assert "Two fail on purpose" in done.err.replace("\n    ", " ")
    assert done.err.endswith(
        "Its files are gone again. To evaluate your own agent, begin with `wicket task new my-eval`.\n"
    )
    assert sorted(machine.project.rglob("*")) == before
