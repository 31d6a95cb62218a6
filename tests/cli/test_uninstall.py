"""`wicket uninstall` leaves no agent that asks a wicket that is gone."""

import re
import subprocess
from pathlib import Path

import pytest

from machine import Machine
from wicket.agents import claude_code_settings


@pytest.fixture
def token(machine: Machine) -> str:
    machine.environ["PATH"] = "/usr/bin:/bin"
    for folder in (".claude", ".gemini", ".config/opencode"):
        (machine.root / folder).mkdir(parents=True)
    machine.run("init", "--yes")
    token = (machine.home / "approver.token").read_text().strip()
    assert machine.run("init", "--yes", WICKET_APPROVER_TOKEN=token).code == 0
    return token


@pytest.mark.rule("D-14")
def test_everything_is_taken_out(machine: Machine, token: str) -> None:
    policy = machine.root / ".config" / "wicket" / "wicket.yml"
    shown = machine.run("uninstall", "--dry-run")
    assert (shown.code, "/.claude/settings.json" in shown.out) == (0, True)
    done = machine.run("uninstall", "--yes", WICKET_APPROVER_TOKEN=token)
    assert done.code == 0
    made = (".claude/settings.json", ".gemini/settings.json", ".config/opencode/opencode.json")
    assert [file for file in made if (machine.root / file).exists()] == []
    looked = machine.run("doctor").out.splitlines()
    guard = looked.index("  warn  guard: nothing is guarded here")
    assert looked[guard : guard + 2] == [
        "  warn  guard: nothing is guarded here",
        "        `wicket init` switches the guard on, and `wicket verify` proves it",
    ]
    assert list((machine.home / "bin").iterdir()) == []
    assert not (machine.root / ".config" / "opencode" / "plugin" / "wicket.js").exists()
    assert policy.exists()
    again = machine.run("uninstall", "--yes", WICKET_APPROVER_TOKEN=token)
    assert (again.code, again.err) == (0, "no settings name wicket\n")
    purged = machine.run("uninstall", "--purge", "--yes", WICKET_APPROVER_TOKEN=token)
    assert (purged.code, policy.exists(), machine.home.exists()) == (0, False, False)


@pytest.mark.rule("D-14")
def test_settings_that_cannot_be_changed_do_not_leave_an_agent_blocked(machine: Machine, token: str) -> None:
    settings = machine.root / ".claude" / "settings.json"
    settings.write_text("// mine\n" + settings.read_text())
    done = machine.run("uninstall", "--yes", WICKET_APPROVER_TOKEN=token)
    assert (done.code, done.err.startswith("Claude Code is left alone: ")) == (1, True)
    script = machine.home / "bin" / "wicket-hook-alone"
    script.write_bytes(script.read_bytes().replace(b"/doors/hook.py", b"/doors/gone.py"))
    command = claude_code_settings.command(machine.environ)
    asked = b'{"tool_name": "Bash", "tool_input": {"command": "ls"}}'
    hook = subprocess.run(command, shell=True, input=asked, capture_output=True, timeout=60, check=False)
    assert (hook.returncode, hook.stdout) == (0, b"")


def test_what_would_be_removed_for_good_is_listed_before_it_is_asked(machine: Machine, token: str) -> None:
    (machine.home / "ledger.sqlite").write_bytes(b"x" * 5000)
    code, shown = machine.run_at_terminal("n", "uninstall", "--purge")
    lines = shown.splitlines()
    assert (code, lines[-2:]) == (1, ["Change this, and remove these folders for good? [y/N] n", "nothing was changed"])
    listed = lines[lines.index(f"remove {machine.home} and everything in it:") :]
    assert "  ledger.sqlite (4 kB): the record of all that was decided and run" in listed
    assert "  approver.token (1 kB): the approver's token" in listed
    assert any(line.startswith("  bin/ (2 files, ") for line in listed)
    at = listed.index(f"remove {machine.root / '.config' / 'wicket'} and everything in it:")
    assert re.fullmatch(r"  wicket.yml \(\d+ kB\): your policy", listed[at + 1])
    purged = listed[: next(at for at, line in enumerate(listed) if line.startswith("--- "))]
    assert machine.run("uninstall", "--purge", "--dry-run").out.splitlines()[-len(purged) :] == purged


def test_a_second_purge_finds_nothing(machine: Machine, token: str) -> None:
    assert machine.run_at_terminal("y", "uninstall", "--purge")[0] == 0
    code, shown = machine.run_at_terminal("y", "uninstall", "--purge")
    assert (code, shown) == (0, "no settings name wicket, and nothing is left to be removed\n")


def test_no_means_that_nothing_is_changed(machine: Machine, token: str) -> None:
    before = Path(machine.root / ".claude" / "settings.json").read_text()
    code, shown = machine.run_at_terminal("n", "uninstall")
    assert (code, shown.splitlines()[-1]) == (1, "nothing was changed")
    assert Path(machine.root / ".claude" / "settings.json").read_text() == before
