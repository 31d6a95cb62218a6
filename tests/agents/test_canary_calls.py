"""What each agent makes of an answer, as it was measured."""

import pytest

from wicket.agents.canary_calls import FORMS, canaries
from wicket.doors.hook import AGENTS
from wicket.doors.hook_answer import door_of
from wicket.doors.hook_input_fields import parse
from wicket.doors.tool_call import Context

CLAUDE = b'{"hookSpecificOutput": {"permissionDecision": "%s"}}'
FLAT = b'{"decision": "%s"}'


@pytest.mark.parametrize(
    ("agent", "code", "out", "means"),
    [
        ("codex", 0, CLAUDE % b"deny", "deny"),
        ("codex", 0, CLAUDE % b"ask", "it said ask, and the call would pass"),
        ("codex", 1, CLAUDE % b"deny", "it ended with 1, and the call would pass"),
        ("droid", 0, CLAUDE % b"ask", "it said ask, and the call would pass"),
        ("qwen", 0, CLAUDE % b"ask", "ask"),
        ("gemini", 0, FLAT % b"deny", "deny"),
        ("gemini", 0, FLAT % b"ask", "it said ask, and the agent would wait for ever"),
        ("gemini", 0, CLAUDE % b"deny", "it said nothing, and the call would pass"),
        ("copilot", 1, b"", "deny"),
        ("copilot", 0, CLAUDE % b"deny", "it said nothing, and the call would pass"),
        ("copilot", 0, b'{"permissionDecision": "ask"}', "ask"),
        ("copilot", 0, b'noise {"permissionDecision": "deny"}', "it said nothing, and the call would pass"),
        ("opencode", 0, FLAT % b"allow", "allow"),
        ("opencode", 1, FLAT % b"allow", "deny"),
        ("pi", 0, b"", "deny"),
        ("cline", 2, b"", "it did not cancel, and the call would pass"),
        ("cline", 1, b'{"cancel": true}', "deny"),
        ("cline", 0, b'{"overrideInput": {}}', "deny"),
        ("amp", 0, b"", "allow"),
        ("amp", 1, b"", "ask"),
        ("amp", 139, b"", "deny"),
    ],
)
def test_what_answers_mean(agent: str, code: int, out: bytes, means: str) -> None:
    assert FORMS[agent].meaning(code, out) == means


@pytest.mark.parametrize("agent", [agent for agent in AGENTS if agent != "generic"])
def test_the_door_understands_the_questions(agent: str) -> None:
    form = FORMS[agent]
    kinds = set()
    for canary in canaries(agent):
        if canary.kind in ("shell", "write", "unknown"):
            tool, question = canary.question(form, "/")
            call = door_of(agent).read(parse(question), Context({form.variable: tool} if form.variable else {}, "/"))
            assert call is not None
            kinds |= {kind for kind in ("commands", "accesses", "objection") if getattr(call, kind)}
    assert kinds == {"commands", "accesses", "objection"}
