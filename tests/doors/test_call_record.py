"""A record says who did what, how it was decided, and how it ended, whatever the agent calls these."""

import pytest

from wicket.doors.call_record import MAX_TEXT, TRIAL_MALFORMED, TRIAL_SESSION, decided, ended, failed
from wicket.doors.tool_call import Ruling, ToolCall
from wicket.loaded_policy import Policy
from wicket.policy.decision import ASK, DENY


def test_a_verdict_is_described_with_its_evidence() -> None:
    verdict = Policy.loads("rules: [{deny: 'rm *'}]").check("rm x", "/", {})
    call = ToolCall("Bash", "/work", event="PreToolUse", commands=["rm x"])
    made = decided(
        "claude-code", {"session_id": "s", "tool_use_id": "t"}, call, Ruling(DENY, "no", "", verdict), Ruling(DENY)
    )
    assert (made["agent"], made["session"], made["call"], made["tool"], made["cwd"]) == (
        "claude-code",
        "s",
        "t",
        "Bash",
        "/work",
    )
    assert (made["commands"], made["decision"], made["because"], made["answer"]) == (["rm x"], "deny", "no", "deny")
    assert [(one["command"], one["decision"], one["codes"]) for one in made["evidence"]] == [("rm x", "deny", ["rule"])]
    assert made["evidence"][0]["rules"][0].startswith("deny: rm * ")


def test_files_are_described_without_evidence() -> None:
    call = ToolCall("Write", "/", accesses=[("write", "/etc/x")])
    made = decided("qwen", {}, call, Ruling(ASK, "why"), Ruling(DENY))
    assert (made["paths"], made["decision"], made["answer"], made["evidence"]) == (
        [["write", "/etc/x"]],
        "ask",
        "deny",
        [],
    )


@pytest.mark.parametrize("key", ["session_id", "sessionId", "sessionID", "taskId"])
def test_a_session_is_found_under_each_name(key: str) -> None:
    assert decided("x", {key: "s"}, ToolCall("T", "/"), Ruling(ASK), Ruling(ASK))["session"] == "s"


def test_a_call_inside_a_call_is_found() -> None:
    assert failed("cline", b'{"tool_call": {"id": "t"}}', "x")["call"] == "t"


def test_no_text_is_without_end() -> None:
    call = ToolCall("T", "/", commands=["x" * (MAX_TEXT + 1)] * 100)
    made = decided("x", {"session_id": "s" * 1000}, call, Ruling(ASK, "b" * MAX_TEXT * 2), Ruling(ASK))
    assert (len(made["commands"]), len(made["commands"][0]), len(made["because"])) == (50, MAX_TEXT, MAX_TEXT)
    assert len(made["session"]) == 200


@pytest.mark.parametrize(
    ("told", "exit", "is_failure"),
    [
        ({"hook_event_name": "PostToolUse", "tool_response": {"exitCode": 0, "stdout": "secret"}}, 0, False),
        ({"hook_event_name": "PostToolUse", "tool_response": {"exit_code": 3}}, 3, True),
        ({"hook_event_name": "PostToolUse", "tool_response": {"interrupted": True}}, None, True),
        ({"hook_event_name": "PostToolUseFailure", "error": "secret"}, None, True),
        ({"hook_event_name": "PostToolUseFailure", "error": "Exit code 3\nsecret"}, 3, True),
        ({"hook_event_name": "PostToolUseFailure", "error": "Exit code 3 secret"}, None, True),
        ({"hook_event_name": "AfterTool", "tool_response": "secret"}, None, False),
    ],
)
def test_an_end_is_described_without_its_output(told: dict[str, object], exit: int | None, is_failure: bool) -> None:
    made = ended("x", told | {"session_id": "s", "tool_use_id": "t"})
    assert made is not None
    assert (made["exit"], made["failed"], made["call"]) == (exit, is_failure, "t")
    assert "secret" not in repr(made)


@pytest.mark.parametrize("told", [{}, {"hook_event_name": "SessionStart"}, {"hook_event_name": 7}])
def test_other_events_are_not_recorded(told: dict[str, object]) -> None:
    assert ended("x", told) is None


@pytest.mark.parametrize("data", [b"", b"[]", b"{", b'{"session_id": 7}'])
def test_what_cannot_be_read_is_described_as_far_as_it_can(data: bytes) -> None:
    made = failed("x", data, "it is broken")
    assert (made["session"], made["decision"], made["because"]) == ("", "failed", "it is broken")


def test_a_trial_is_known_although_it_cannot_be_read() -> None:
    assert failed("codex", TRIAL_MALFORMED, "x")["session"] == TRIAL_SESSION
    assert failed("codex", b"canaries", "x")["session"] == ""
