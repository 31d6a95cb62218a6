"""Assertions hold, do not hold, or have nothing to be held against."""

from typing import Any

import pytest

from wicket.tasks.call_assertions import evaluate, matches_command, matches_path
from wicket.tasks.call_record import CallRecord, GateCall, McpCall


def record() -> CallRecord:
    return CallRecord(
        calls=[
            McpCall(kind="tool", server="s", name="get", arguments={"a": 1}),
            McpCall(kind="resource", server="s", name="u://x"),
            McpCall(kind="tool", server="s", name="set", arguments={"b": 1}),
            McpCall(kind="prompt", server="s", name="p"),
            McpCall(kind="tool", server="s", name="get", arguments={"a": 1}),
        ],
        gate=[
            GateCall(kind="command", text="cd x && /usr/bin/git push --force origin main", decision="allow", ran=True),
            GateCall(kind="command", text="rm -rf /", decision="deny", ran=False),
            GateCall(kind="write", text="/w/src/a.py", decision="ask", ran=True),
        ],
        servers={"s"},
        proxied=True,
    )


GET, SET, NOPE = ({"server": "s", "tool": name} for name in ("get", "set", "nope"))


def call(kind: str, name: str) -> dict[str, str]:
    return {"type": kind, "server": "s", "name": name}


@pytest.mark.parametrize(
    ("name", "value", "holds"),
    [
        ("toolsUsed", [GET, SET], True),
        ("toolsUsed", [GET, NOPE], False),
        ("toolsUsed", [{"server": "s", "toolPattern": "^ge"}], True),
        ("toolsUsed", [{"server": "s"}], True),
        ("toolsNotUsed", [NOPE], True),
        ("toolsNotUsed", [SET], False),
        ("requireAny", [NOPE, SET], True),
        ("requireAny", [NOPE], False),
        ("minToolCalls", 3, True),
        ("minToolCalls", 4, False),
        ("maxToolCalls", 3, True),
        ("maxToolCalls", 2, False),
        ("resourcesRead", [{"server": "s", "uriPattern": "^u:"}], True),
        ("resourcesNotRead", [{"server": "s", "uri": "u://x"}], False),
        ("promptsUsed", [{"server": "s", "prompt": "p"}], True),
        ("promptsNotUsed", [{"server": "s", "prompt": "q"}], True),
        ("callOrder", [call("tool", "get"), call("resource", "u://x"), call("tool", "get")], True),
        ("callOrder", [call("prompt", "p"), call("tool", "set")], False),
        ("noDuplicateCalls", True, False),
        ("noDuplicateCalls", False, True),
        ("commandsRun", ["git push *"], True),
        ("commandsRun", ["rm *"], False),
        ("commandsNotRun", ["rm *"], True),
        ("commandsNotRun", ["git push -f|--force *"], False),
        ("neverDenied", True, False),
        ("filesWritten", ["*.py"], True),
        ("filesWritten", ["src/*.py", "b.py"], False),
        ("maxQuestions", 1, True),
        ("maxQuestions", 0, False),
    ],
)
def test_each_is_held_against_the_record(name: str, value: Any, holds: bool) -> None:
    [told] = evaluate({name: value}, record(), "hook")
    assert (told.passed, bool(told.reason), told.broken) == (holds, not holds, False)


@pytest.mark.parametrize(
    ("decision", "ran", "holds"), [("allow", True, True), ("ask", True, True), ("ask", False, False)]
)
def test_a_question_that_was_a_denial_is_one(decision: Any, ran: bool, holds: bool) -> None:
    asked = CallRecord(gate=[GateCall(kind="command", text="x", decision=decision, ran=ran)])
    [told] = evaluate({"neverDenied": True}, asked, "hook")
    assert told.passed is holds


OTHER = {"server": "other", "tool": "get"}


@pytest.mark.parametrize(
    ("name", "value", "broken"),
    [
        ("toolsUsed", [OTHER], True),
        ("toolsNotUsed", [OTHER], True),
        ("toolsNotUsed", [SET, OTHER], False),
        ("requireAny", [OTHER, NOPE], True),
        ("resourcesNotRead", [{"server": "other", "uri": "u"}], True),
        ("promptsNotUsed", [{"server": "other"}], True),
        ("callOrder", [{**OTHER, "type": "tool", "name": "get"}], True),
    ],
)
def test_of_a_server_that_the_agent_never_spoke_to_nothing_is_known(name: str, value: Any, broken: bool) -> None:
    [told] = evaluate({name: value}, record(), "hook")
    assert (told.passed, told.broken) == (False, broken)
    [told] = evaluate({"requireAny": [OTHER, SET]}, record(), "hook")
    assert told.passed


def test_without_a_gate_or_a_proxy_there_is_no_pass() -> None:
    for empty, gate in ((CallRecord(), "none"), (CallRecord(proxied=True), "none")):
        told = evaluate({"toolsNotUsed": [GET], "neverDenied": True}, empty, gate)
        assert [(one.passed, one.broken) for one in told] == [(False, True), (False, True)]


@pytest.mark.parametrize(
    ("pattern", "text", "matches"),
    [
        ("git push *", "git push origin main", True),
        ("git push *", "cd x; sudo /usr/bin/git push origin", True),
        ("git push *", "git pull", False),
        ("rm -r|-f *", "echo rm -f x", False),
    ],
)
def test_a_command_is_matched_as_a_rule_does(pattern: str, text: str, matches: bool) -> None:
    assert matches_command(pattern, text) is matches


@pytest.mark.parametrize(
    ("pattern", "path", "matches"),
    [("*.py", "/a/b.py", True), ("a/*.py", "/x/a/b.py", True), ("/a/*", "/a/b", True), ("/a/*", "/b/a/c", False)],
)
def test_a_path_is_matched(pattern: str, path: str, matches: bool) -> None:
    assert matches_path(pattern, path) is matches
