"""What leaves the process that judges is plain, whole, and within a bound."""

import json
from typing import Any

import pytest

from wicket.gateway.serialized_verdict import MAX_BYTES, MAX_LINES, Finding, found, told
from wicket.loaded_policy import Policy

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
    assert (said["decision"], said["commands"]) == ("deny", [])
    assert (said["commands_left_out"], said["lines_left_out"]) == (3, 1)
    assert seen.lines_left_out == seen.commands_left_out == 0


def test_lines_that_were_left_out_before_are_counted_as_well() -> None:
    seen = Finding("ask", lines=[(0, "note", "x" * MAX_BYTES, "")] * 2, lines_left_out=5)
    assert (seen.spelled()["commands_left_out"], seen.spelled()["lines_left_out"]) == (0, 7)


def test_what_is_shortened_is_within_the_bound_however_it_is_spelled() -> None:
    long = "\N{GRINNING FACE}" * MAX_BYTES  # twelve bytes each
    said = Finding("deny", long, long, policy="broken", problems=[long] * 20).spelled()
    assert len(json.dumps(said)) <= MAX_BYTES
    seen = Finding.read(said)
    assert (seen.decision, seen.policy, seen.reason[:1], seen.problems[0][:1]) == ("deny", "broken", long[0], long[0])


@pytest.mark.parametrize(
    "wrong",
    [
        {"decision": "Allow"},
        {"decision": ""},
        {"decision": None},
        {"decision": ["allow"]},
        {"policy": "trusted"},
        {"policy": 1},
        {"reason": None},
        {"commands": "x"},
        {"lines_left_out": "1"},
    ],
)
def test_what_no_process_of_ours_would_say_is_not_taken(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="no finding: "):
        Finding.read({**Finding("allow").spelled(), **wrong})


def test_an_explanation_has_an_end() -> None:
    first, more = told(POLICY.check("x;" * MAX_LINES, "/", {}))
    assert (len(first), more >= MAX_LINES) == (MAX_LINES, True)
    assert first[0] == (0, "command", "x", "ask")
