"""What leaves the process that judges is plain, whole, and within a bound."""

import json

import pytest

from wicket.gateway.findings import MAX_BYTES, MAX_LINES, Finding, found, told
from wicket.judge import Policy

POLICY = Policy.loads("rules: [{allow: ls *}, {deny: rm *, message: no, fix_suggestion: mv}]")


@pytest.mark.parametrize("explaining", [False, True])
def test_it_is_what_the_verdict_is(explaining: bool) -> None:
    seen = found(POLICY.check("ls; ls; rm x", "/", {}), explaining=explaining)
    assert (seen.decision, seen.reason, seen.fix_suggestion) == ("deny", "no", "mv")
    assert seen.rules == ["allow: ls * (policy:1)", "deny: rm * (policy:1)"]
    assert seen.commands[2] == {
        "command": "rm x",
        "decision": "deny",
        "rules": ["deny: rm * (policy:1)"],
        "reasons": ["deny: no"],
        "validators": [],
    }
    assert bool(seen.lines) == explaining


def test_it_is_read_as_it_was_spelled() -> None:
    seen = found(POLICY.check("ls; rm \udcff", "/", {}), explaining=True, policy="broken", problems=("a", "b"))
    assert Finding.read(json.loads(json.dumps(seen.spelled()))) == seen


def test_evidence_without_end_is_left_out_and_the_decision_stays() -> None:
    long = "x" * (MAX_BYTES // 4)
    seen = Finding("deny", long, long, [{"command": long}] * 3, [long], [(0, "note", long, "")], problems=[long] * 11)
    said = seen.spelled()
    assert len(json.dumps(said)) < MAX_BYTES
    assert (said["decision"], said["commands"], said["left_out"]) == ("deny", [], 3)


def test_an_explanation_has_an_end() -> None:
    first, more = told(POLICY.check("x;" * MAX_LINES, "/", {}))
    assert (len(first), more >= MAX_LINES) == (MAX_LINES, True)
    assert first[0] == (0, "command", "x", "ask")
