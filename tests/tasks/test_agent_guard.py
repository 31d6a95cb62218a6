"""Agents with hooks run behind the gate: their settings are as `wicket init` writes them, and every call is judged."""

import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tasks.evals import Lab, script
from tasks.hooked_agents import program
from wicket.tasks.agent_guard import NotGuarded, guard_environment, switch_guard_on
from wicket.tasks.agent_surroundings import make_surroundings

PROGRAMS = {"claude-code": "claude", "codex": "codex", "gemini": "gemini", "opencode": "opencode", "zot": "zot"}
POLICY = {"rules": [{"allow": "touch *"}, {"deny": "rm *"}]}


@pytest.fixture
def scratch() -> Iterator[Path]:
    """A folder with a short name: a socket is made in it."""
    with tempfile.TemporaryDirectory(prefix="w-", dir="/tmp") as folder:
        yield Path(folder)


def use(lab: Lab, agent: str, **more: Any) -> dict[str, str]:
    """Let a stand-in be the agent; give the environment in which it is found."""
    if agent == "opencode" and shutil.which("node") is None:
        pytest.skip("the plugin is not tried: there is no node")
    folder = lab.folder / "bin"
    folder.mkdir(exist_ok=True)
    file = folder / PROGRAMS[agent]
    file.write_text(program(PROGRAMS[agent]))
    file.chmod(0o755)
    lab.config["agent"] = {"type": f"builtin.{agent}", **more}
    return {"PATH": f"{folder}:{os.environ['PATH']}", "PYTHONPATH": str(Path(__file__).parents[1])}


def story(*acts: str | tuple[str, str]) -> dict[str, str]:
    return {"inline": json.dumps(acts)}


def told(result: dict[str, Any]) -> list[tuple[str, str, str, bool]]:
    calls = result["callHistory"]["GateCalls"]
    return [(call["kind"], os.path.basename(call["text"]), call["decision"], call["ran"]) for call in calls]


# The kinds of events that the stand-ins tell of; Gemini tells only its end.
TRANSCRIPTS = {
    "claude-code": ["assistant", "result"],
    "codex": ["item.completed", "turn.completed"],
    "gemini": [],
    "opencode": ["text", "step_finish"],
    "zot": ["assistant_message", "usage", "done"],
}


@pytest.mark.parametrize("agent", PROGRAMS)
async def test_every_call_is_judged_and_written_down(lab: Lab, scratch: Path, agent: str) -> None:
    env = use(lab, agent)
    files: list[str | tuple[str, str]] = [] if agent == "codex" else [("note.txt", "text"), ("/etc/wicket-no", "text")]
    lab.config["taskSets"][0]["assertions"] = {
        "commandsRun": ["touch *"],
        "commandsNotRun": ["rm *"],
        "maxQuestions": 1 if agent == "codex" else 2,
        "neverDenied": True,
        **({} if agent == "codex" else {"filesWritten": ["note.txt"]}),
    }
    lab.task(
        policy=POLICY,
        prompt=story("touch made", "rm made", "nobody-knows", *files),
        verify=[script('test -e "$WICKET_AGENT_DIR/made"')],
    )
    result = await lab.one(env=env, scratch=scratch)
    assert result["agentOutput"]["Error"] == ""
    refused = json.loads(result["taskOutput"])
    assert refused[0] == ""
    assert "denied" in refused[1]
    assert "nobody can be asked" in refused[2]
    expected = [
        ("command", "touch made", "allow", True),
        ("command", "rm made", "deny", False),
        ("command", "nobody-knows", "ask", False),
    ]
    if files:
        assert refused[3] == ""
        assert "nobody can be asked" in refused[4]
        expected += [("write", "note.txt", "allow", True), ("write", "wicket-no", "ask", False)]
    assert told(result) == expected
    assert (result["gate"], result["taskPassed"], result["status"]) == ("hook", False, "failed")
    failed = [name for name, one in result["assertionResults"].items() if not one["passed"]]
    assert failed == ["neverDenied"]
    usage = result["agentOutput"]["agentDetails"]["usage"]
    assert (usage["inputTokens"], usage["outputTokens"]) == (10, 2)
    transcript = result["agentOutput"]["agentDetails"]["transcript"]
    assert [one.get("type") for one in transcript] == TRANSCRIPTS[agent]
    assert usage.get("costUsd") == (None if agent in ("codex", "gemini") else 0.25)


async def test_questions_are_allowances_if_the_command_line_says_so(lab: Lab, scratch: Path) -> None:
    env = use(lab, "claude-code")
    lab.task(policy=POLICY, prompt=story("nobody-knows", "rm x"))
    result = await lab.one(env=env, scratch=scratch, approve_asks=True)
    assert told(result) == [("command", "nobody-knows", "ask", True), ("command", "rm x", "deny", False)]


async def test_the_persons_own_denies_hold_and_the_guard_cannot_be_changed(lab: Lab, scratch: Path) -> None:
    env = use(lab, "claude-code")
    config = scratch / "config" / "wicket"
    config.mkdir(parents=True)
    (config / "wicket.yml").write_text("rules:\n- deny: 'touch never*'\n")
    lab.task(
        policy={"defaults": {"action": "allow"}},
        prompt=story(
            "touch never", "touch fine", 'rm "$WICKET_HOME"/hook.sock', "rm -rf ../gate", "rm -r ../home/.claude"
        ),
    )
    result = await lab.one(env={**env, "XDG_CONFIG_HOME": str(config.parent)}, scratch=scratch)
    decisions = [(call["text"], call["ran"]) for call in result["callHistory"]["GateCalls"]]
    assert decisions == [
        ("touch never", False),
        ("touch fine", True),
        ('rm "$WICKET_HOME"/hook.sock', False),
        ("rm -rf ../gate", False),
        ("rm -r ../home/.claude", False),
    ]


async def test_without_a_place_for_the_socket_the_agent_is_not_started(lab: Lab, scratch: Path) -> None:
    env = use(lab, "claude-code")
    (long := scratch / ("x" * 100)).mkdir()
    lab.task(prompt=story("touch made"))
    result = await lab.one(env=env, scratch=long)
    assert (result["status"], result["gate"]) == ("error", "none")
    assert "is too long for a socket; set TMPDIR to a shorter folder" in result["taskError"]


async def test_an_agent_that_would_not_be_guarded_is_not_started(lab: Lab, scratch: Path) -> None:
    env = use(lab, "codex")
    (lab.folder / "bin" / "codex").write_text("#!/bin/sh\nexit 1\n")  # its app server does not answer
    lab.task(policy=POLICY, prompt=story("touch made"))
    result = await lab.one(env=env, scratch=scratch)
    assert (result["status"], result["gate"]) == ("error", "none")
    assert "Codex would not be guarded: codex app-server" in result["taskError"]


async def test_what_would_lead_to_other_settings_is_left_out(tmp_path: Path) -> None:
    made = make_surroundings(tmp_path / "run")
    env = guard_environment({"CLAUDE_CONFIG_DIR": "/other", "CODEX_HOME": "/other", "A": "b"}, made)
    assert env == {"A": "b", "WICKET_HOME": str(made.gate)}
    env = {"PATH": "/bin", "HOME": str(made.home), "CLAUDE_CODE_SIMPLE": "1", "WICKET_HOME": str(made.gate)}
    with pytest.raises(NotGuarded, match="CLAUDE_CODE_SIMPLE in the environment switches hooks off"):
        await switch_guard_on("claude-code", env, made)
