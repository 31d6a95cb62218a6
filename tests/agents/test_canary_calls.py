"""What each agent makes of an answer, as it was measured."""

import os
import time
from pathlib import Path

import pytest

from wicket.agents import canary_calls
from wicket.agents.canary_calls import FORMS, Trial, canaries, try_out
from wicket.agents.hook_command import command, shim_changes
from wicket.doors.call_record import TRIAL_SESSION, failed
from wicket.doors.hook_answer import door_of
from wicket.doors.hook_input_fields import parse
from wicket.doors.hook_process import AGENTS
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


CANARIES = canaries("claude-code")

GOOD = [
    Trial("an agent approves for itself", "deny", True),
    Trial("text that bash cannot read", "ask", True),
    Trial("the same where nobody is asked", "deny", True),
    Trial("the same in the background", "ask", True),
    Trial("an agent writes the policy", "deny", True),
    Trial("an agent changes its settings", "deny", True),
    Trial("a file that is not named", "ask", True),
    Trial("an unknown tool", "deny", True),
    Trial("a malformed request", "ask", True),
]
RUNS = "it said nothing, and the call would pass"


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    return {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "WICKET_HOME": str(tmp_path / "home")}


def started(agent: str, environ: dict[str, str]) -> str:
    """Give the command that settings name, with the shim in its place."""
    for change in shim_changes(environ, client=False):
        change.make()
    return command(agent, environ)


def test_our_hook_passes(tmp_path: Path, environ: dict[str, str]) -> None:
    assert try_out("claude-code", started("claude-code", environ), tmp_path, environ) == GOOD
    config = tmp_path / ".config" / "wicket"
    config.mkdir(parents=True)
    (config / "wicket.yml").write_text("defaults: {action: allow}\nrules: [{allow: '*'}]")
    assert try_out("claude-code", started("claude-code", environ), tmp_path, environ) == GOOD


@pytest.mark.parametrize(
    ("command", "answers"),
    [
        ("true", [RUNS] * len(CANARIES)),
        ("/gone/wicket hook --agent claude-code", ["it ended with 127, and the call would pass"] * len(CANARIES)),
        ("/gone/wicket hook --agent claude-code || exit 2", ["deny"] * len(CANARIES)),
        ("cat >&2; exit 2", ["deny"] * len(CANARIES)),
        (
            """echo '{"hookSpecificOutput": {"permissionDecision": "allow"}}'""",
            ["allow"] * len(CANARIES),
        ),
        ("cat", [RUNS] * len(CANARIES)),
    ],
)
def test_others_are_taken_as_the_agent_takes_them(
    tmp_path: Path, environ: dict[str, str], command: str, answers: list[str]
) -> None:
    trials = try_out("claude-code", command, tmp_path, environ)
    assert [trial.answer for trial in trials] == answers
    assert [trial.passed for trial in trials] == [answer == "deny" for answer in answers]


def test_one_that_hangs_is_ended(tmp_path: Path, environ: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(canary_calls, "TIMEOUT_S", 0.1)
    monkeypatch.setattr(canary_calls, "_OF_CLAUDE_CODE", CANARIES[:1])
    begin = time.monotonic()
    trials = try_out("claude-code", "sleep 50 & wait", tmp_path, environ)
    assert [trial.answer for trial in trials] == ["it took too long, and the call would pass"]
    # The one in the background held the output open, and had to go for this to be over.
    assert time.monotonic() - begin < 40


@pytest.mark.parametrize(
    ("code", "out", "means"),
    [
        (0, b'{"hookSpecificOutput": {"permissionDecision": "ask"}}', "ask"),
        (
            0,
            b'{"hookSpecificOutput": {"permissionDecision": "defer"}}',
            RUNS,
        ),
        (0, b"[]", RUNS),
        (0, b'{"hookSpecificOutput": 7}', RUNS),
        (0, b"[" * 100_000, RUNS),
        (2, b'{"hookSpecificOutput": {"permissionDecision": "allow"}}', "deny"),
        (-9, b"", "it ended with -9, and the call would pass"),
    ],
)
def test_what_the_answer_of_a_hook_means(code: int, out: bytes, means: str) -> None:
    assert FORMS["claude-code"].meaning(code, out) == means


@pytest.mark.rule("D-11")
@pytest.mark.parametrize("agent", [agent for agent in AGENTS if agent not in ("generic", "cline")])
def test_every_agents_hook_passes(tmp_path: Path, environ: dict[str, str], agent: str) -> None:
    trials = try_out(agent, started(agent, environ), tmp_path, environ)
    assert [trial for trial in trials if not trial.passed] == []
    assert len(trials) >= 7


@pytest.mark.parametrize("agent", [agent for agent in AGENTS if agent != "generic"])
@pytest.mark.parametrize("command", ["true", "echo '{}'"])
def test_a_hook_that_says_nothing_fails_for_every_agent_that_lets_pass_then(
    tmp_path: Path, environ: dict[str, str], agent: str, command: str
) -> None:
    holds = agent in ("opencode", "pi", "zot")  # there the plugin throws, or the extension blocks, without an allow
    assert all(trial.passed is holds for trial in try_out(agent, command, tmp_path, environ))


@pytest.mark.parametrize("agent", FORMS)
def test_every_trial_is_known_in_the_record(agent: str) -> None:
    for canary in canaries(agent):
        _, question = canary.question(FORMS[agent], "/")
        assert failed(agent, question, "x")["session"] == TRIAL_SESSION
