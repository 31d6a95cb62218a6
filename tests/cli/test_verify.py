"""`wicket verify` proves the guard by trying it, and says for whom it is not on."""

import json
import sys

import pytest

from machine import Machine
from wicket.agents import claude_code_settings
from wicket.agents.hook_command import ELSE_BLOCK
from wicket.cli.verify import verify_changed_agents
from wicket.doors import hook

COMMAND = f"{sys.executable} -I -S {hook.__file__} --agent claude-code{ELSE_BLOCK}"


@pytest.fixture(autouse=True)
def bare(machine: Machine) -> None:
    machine.environ["PATH"] = "/usr/bin:/bin"


def write(machine: Machine, command: str, matcher: str = claude_code_settings.MATCHER, **settings: object) -> None:
    (machine.root / ".claude").mkdir(exist_ok=True)
    entry = {"matcher": matcher, "hooks": [{"type": "command", "command": command}]}
    text = json.dumps({"hooks": {"PreToolUse": [entry]}} | settings)
    (machine.root / ".claude" / "settings.json").write_text(text)


def test_a_guard_that_is_on(machine: Machine) -> None:
    write(machine, COMMAND)
    done = machine.run("verify")
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines() == [
        f"claude-code: {COMMAND} ({machine.root}/.claude/settings.json)",
        "  ok    an agent approves for itself: deny",
        "  ok    text that bash cannot read: ask",
        "  ok    the same where nobody is asked: deny",
        "  ok    the same in the background: ask",
        "  ok    an agent writes the policy: deny",
        "  ok    an agent changes its settings: deny",
        "  ok    a file that is not named: ask",
        "  ok    an unknown tool: deny",
        "  ok    a malformed request: ask",
        "claude-code: the guard is on",
    ]


def test_as_json(machine: Machine) -> None:
    write(machine, COMMAND)
    done = machine.run("verify", "--json")
    (report,) = json.loads(done.out)
    assert (done.code, report["agent"], report["guarded"], report["advice"]) == (0, "claude-code", True, "")
    assert [trial["passed"] for trial in report["hooks"][0]["trials"]] == [True] * 9


@pytest.mark.parametrize(
    ("command", "advice"),
    [
        ("true", "claude-code: no hook of wicket's is in its settings; run `wicket init`"),
        (
            "/gone/wicket hook --agent claude-code",
            "claude-code: its hook lets pass what it must not; run `wicket init`, then start the agent anew",
        ),
    ],
)
def test_a_guard_that_is_not_on(machine: Machine, command: str, advice: str) -> None:
    write(machine, command)
    done = machine.run("verify")
    assert (done.code, done.out.splitlines()[-1]) == (1, "claude-code: NOT GUARDED")
    assert done.err.splitlines() == [advice]


def test_a_guard_that_one_tool_goes_round_is_not_on(machine: Machine) -> None:
    write(machine, COMMAND, "(?!Monitor).*")
    done = machine.run("verify")
    assert (done.code, done.out.splitlines()[-1]) == (1, "claude-code: NOT GUARDED")
    assert done.err.splitlines() == ["claude-code: its hook is not asked about Monitor; run `wicket init`"]


def test_what_does_more_than_start_wicket_is_not_run(machine: Machine) -> None:
    proof = machine.root / "proof"
    write(machine, f"touch {proof}; wicket hook --agent claude-code")
    done = machine.run("verify")
    assert (done.code, proof.exists()) == (1, False)
    assert done.out.splitlines()[1:] == ["  not tried", "claude-code: NOT GUARDED"]
    assert "does more than start the wicket that is here" in done.err


def test_a_projects_own_program_is_not_run(machine: Machine) -> None:
    proof = machine.root / "proof"
    (machine.project / "wicket").write_text(f"#!/bin/sh\ntouch {proof}\n")
    (machine.project / "wicket").chmod(0o755)
    write(machine, f"{machine.project}/wicket hook --agent claude-code")
    (machine.root / ".claude").rename(machine.project / ".claude")
    (machine.root / ".claude").mkdir()
    done = machine.run("verify")
    assert (done.code, proof.exists()) == (1, False)


@pytest.mark.rule("D-25")
def test_hooks_that_are_switched_off_guard_nothing(machine: Machine) -> None:
    write(machine, COMMAND, disableAllHooks=True)
    done = machine.run("verify")
    assert done.code == 1
    settings = machine.root / ".claude" / "settings.json"
    assert f"`disableAllHooks` in {settings} switches all hooks off; remove it" in done.err


@pytest.mark.rule("D-11", "D-25")
def test_a_file_that_claude_code_drops_guards_nothing(machine: Machine) -> None:
    write(machine, COMMAND, model=7)
    done = machine.run("verify")
    assert (done.code, done.out) == (1, "claude-code: NOT GUARDED\n")
    assert "`model` must be a text, so that Claude Code drops the whole file without a word; mend it" in done.err


def test_settings_that_cannot_be_read_guard_nothing(machine: Machine) -> None:
    (machine.root / ".claude").mkdir()
    (machine.root / ".claude" / "settings.json").write_text("{")
    done = machine.run("verify")
    assert (done.code, "is no JSON" in done.err) == (1, True)


@pytest.mark.rule("D-79")
def test_an_agent_without_a_hook_is_not_guarded(machine: Machine) -> None:
    (machine.root / ".cursor").mkdir()
    done = machine.run("verify")
    assert (done.code, done.out) == (1, "cursor: NOT GUARDED\n")
    assert "give it the tools of `wicket mcp`" in done.err


def test_nobody_is_not_guarded(machine: Machine) -> None:
    done = machine.run("verify")
    assert (done.code, done.out) == (1, "")
    assert done.err == "no agent was found; name one with --agent claude-code\n"
    named = machine.run("verify", "--agent", "claude-code")
    assert (named.code, named.out) == (1, "claude-code: NOT GUARDED\n")


@pytest.mark.rule("D-27")
def test_an_http_hook_guards_nothing_and_init_adds_what_does(machine: Machine) -> None:
    (machine.root / ".claude").mkdir()
    settings = machine.root / ".claude" / "settings.json"
    entry = {"matcher": "*", "hooks": [{"type": "http", "url": "http://localhost:9/wicket hook --agent claude-code"}]}
    settings.write_text(json.dumps({"hooks": {"PreToolUse": [entry]}}))
    done = machine.run("verify")
    assert (done.code, "claude-code: NOT GUARDED" in done.out) == (1, True)
    code, _ = machine.run_at_terminal("y", "init", "--no-policy")
    kinds = [hook["type"] for each in json.loads(settings.read_text())["hooks"]["PreToolUse"] for hook in each["hooks"]]
    assert (code, kinds) == (0, ["http", "command"])
    assert machine.run("verify").code == 0


@pytest.mark.rule("D-14")
def test_the_version_is_said_and_what_was_measured(machine: Machine) -> None:
    program = machine.root / "bin" / "claude"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\necho 9.9.9\n")
    program.chmod(0o755)
    machine.environ["PATH"] = f"{program.parent}:/usr/bin:/bin"
    write(machine, COMMAND)
    done = machine.run("verify")
    assert done.out.splitlines()[0] == "claude-code: version 9.9.9; wicket's hook was tested with 2.1.197"
    assert list(json.loads((machine.home / "verified-agents.json").read_text())) == ["claude-code"]


@pytest.mark.rule("D-14")
def test_an_agent_that_has_changed_is_verified_again(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    program = machine.root / "bin" / "claude"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\necho 9.9.9\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}:/usr/bin:/bin")
    for name in ("HOME", "WICKET_HOME"):
        monkeypatch.setenv(name, machine.environ[name])
    monkeypatch.delenv("CLAUDE_CONFIG_DIR", raising=False)
    write(machine, COMMAND)
    told: list[str] = []
    verify_changed_agents(machine.home, told.append)
    assert (told, (machine.home / "verified-agents.json").exists()) == ([], True)
    verified = (machine.home / "verified-agents.json").stat().st_mtime_ns
    verify_changed_agents(machine.home, told.append)
    assert (machine.home / "verified-agents.json").stat().st_mtime_ns == verified
    program.write_text("#!/bin/sh\necho 9.9.10\n")
    write(machine, COMMAND, disableAllHooks=True)
    verify_changed_agents(machine.home, told.append)
    (line,) = told
    assert line.startswith("Claude Code has changed, and is NOT GUARDED: `disableAllHooks` in ")
