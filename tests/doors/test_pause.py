"""A pause lets pass what the policy forbids, says so, ends by itself, and leaves the guard's own guard on."""

import json
import time
from pathlib import Path

import pytest

from wicket.doors import pause
from wicket.doors.hook_answer import answer
from wicket.doors.hook_process import AGENTS
from wicket.doors.tool_call import Context

CALL = {"hook_event_name": "PreToolUse", "permission_mode": "default", "tool_name": "Bash", "cwd": "/"}


def paused(home: Path, seconds: float = 600, since: float | None = None) -> pause.Pause:
    since = time.time() if since is None else since
    made = pause.Pause(since, since + seconds, "a try")
    home.mkdir(exist_ok=True)
    (home / pause.NAME).write_bytes(pause.spell(made))
    return made


@pytest.mark.rule("D-15")
def test_a_pause_lets_pass_says_so_and_is_recorded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config = tmp_path / "config" / "wicket"
    config.mkdir(parents=True)
    (config / "wicket.yml").write_text("rules: [{deny: 'rm *'}]\n")
    environ = {"HOME": str(tmp_path), "XDG_CONFIG_HOME": f"{tmp_path}/config", "WICKET_HOME": f"{tmp_path}/home"}
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    asked = json.dumps(CALL | {"tool_input": {"command": "rm x"}}).encode()
    before = answer("claude-code", asked, Context(environ))
    assert b'"deny"' in before.out
    made = paused(tmp_path / "home")
    meanwhile = answer("claude-code", asked, Context(environ))
    assert json.loads(meanwhile.out) == {"systemMessage": str(made)}
    assert meanwhile.err == f"{made}\n".encode()
    assert meanwhile.record is not None
    assert (meanwhile.record["decision"], meanwhile.record["because"]) == ("pass", str(made))
    paused(tmp_path / "home", since=time.time() - 700)
    assert answer("claude-code", asked, Context(environ)).out == before.out


@pytest.mark.rule("D-15")
@pytest.mark.parametrize("agent", AGENTS)
def test_every_door_says_it(tmp_path: Path, agent: str) -> None:
    made = paused(tmp_path)
    told = {
        **CALL,
        "hook_event_name": "BeforeTool" if agent == "gemini" else "PreToolUse",
        "tool": "bash",
        "toolName": "bash",
        "command": "ls",
        "cmd": "ls",
        "input": {"command": "ls"},
        "args": {"command": "ls"},
        "toolArgs": {"command": "ls"},
        "tool_input": {"command": "ls"},
        "workspaceRoots": ["/"],
        "tool_call": {"id": "1", "name": "run_commands", "input": {"commands": ["ls"]}},
    }
    environ = {"WICKET_HOME": str(tmp_path), "AGENT_TOOL_NAME": "Bash", "HOME": str(tmp_path)}
    said = answer(agent, json.dumps(told).encode(), Context(environ, "/"))
    assert said.err == f"{made}\n".encode()


@pytest.mark.rule("D-15")
@pytest.mark.parametrize(
    "given",
    [
        {"tool_name": "Bash", "tool_input": {"command": "wicket approve 1"}},
        {"tool_name": "Bash", "tool_input": {"command": "wicket pause 24h --reason x"}},
        {"tool_name": "Write", "tool_input": {"file_path": ".claude/settings.json"}},
    ],
)
def test_the_guard_of_the_guard_holds(tmp_path: Path, given: dict[str, object]) -> None:
    paused(tmp_path)
    environ = {"WICKET_HOME": str(tmp_path), "HOME": str(tmp_path)}
    said = answer("claude-code", json.dumps(CALL | {"cwd": str(tmp_path)} | given).encode(), Context(environ, "/"))
    assert b'"permissionDecision":"deny"' in said.out


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"nonsense",
        b"[]",
        b'{"since": 0, "until": 1e12, "reason": "x"}',
        b'{"since": "0", "until": 1, "reason": "x"}',
        b'{"since": 1e12, "until": 1000000000600, "reason": "x"}',
    ],
)
def test_what_is_no_pause_is_none(tmp_path: Path, text: bytes) -> None:
    (tmp_path / pause.NAME).write_bytes(text)
    assert pause.current(str(tmp_path)) is None


def spooled(home: Path) -> list[tuple[str, float, str]]:
    lines = [json.loads(line) for line in (home / "hooks.spool").read_text().splitlines()]
    return [(line["kind"], line["at"], line["how"]) for line in lines]


def test_who_comes_after_its_time_records_that_a_pause_ended_then(tmp_path: Path) -> None:
    made = paused(tmp_path, since=time.time() - 700)
    assert pause.is_over(str(tmp_path))
    assert pause.end(str(tmp_path)) is None
    assert spooled(tmp_path) == [("resumed", made.until, "its time was over")]
    assert (pause.is_over(str(tmp_path)), pause.end(str(tmp_path), "ended by hand")) == (False, None)
    assert len(spooled(tmp_path)) == 1


def test_a_pause_that_lasts_is_left_alone(tmp_path: Path) -> None:
    made = paused(tmp_path)
    assert (pause.is_over(str(tmp_path)), pause.end(str(tmp_path))) == (False, None)
    assert (str(pause.current(str(tmp_path))), list(tmp_path.glob("*spool"))) == (str(made), [])


def test_a_pause_ends_when_another_one_begins(tmp_path: Path) -> None:
    first, second = (pause.Pause(time.time() + at, time.time() + 600, "a try") for at in (-5, -1))
    for each in (first, second):
        pause.start(str(tmp_path), each)
    (began, _, _), (ended, at, how), (again, _, _) = spooled(tmp_path)
    assert (began, ended, at, how, again) == ("paused", "resumed", second.since, "another pause began", "paused")
    assert str(pause.current(str(tmp_path))) == str(second)
