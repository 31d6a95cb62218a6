"""The command in the settings names a shim that stays where it is."""

import os
import pty
import subprocess
from pathlib import Path

import pytest

from wicket.agents.hook_command import (
    can_start,
    command,
    is_ours,
    is_plain,
    let_go_path,
    script_path,
    shim_changes,
    shim_path,
    shim_removals,
    shim_script,
)

QUESTION = b'{"command": "wicket approve 1", "cwd": "/"}'


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    return {"HOME": str(tmp_path), "WICKET_HOME": f"{tmp_path}/a state", "PATH": os.environ["PATH"]}


def start(environ: dict[str, str]) -> subprocess.CompletedProcess[bytes]:
    line = command("generic", environ)
    return subprocess.run(line, shell=True, input=QUESTION, env=environ, capture_output=True, timeout=60, check=False)


@pytest.mark.rule("D-14")
@pytest.mark.parametrize("client", [False, True])
def test_the_shim_starts_this_wicket_and_is_written_once(environ: dict[str, str], client: bool) -> None:
    for change in shim_changes(environ, client=client):
        change.make()
    assert shim_changes(environ, client=client) == []
    assert all(os.access(path, os.X_OK) for path in (shim_path(environ), script_path(environ)))
    done = start(environ)
    assert (done.returncode, b'"decision":"deny"' in done.stdout) == (2, True)


@pytest.mark.rule("D-14")
def test_nothing_is_left_of_the_shim(environ: dict[str, str]) -> None:
    for change in [*shim_changes(environ, client=False)]:
        change.make()
    for change in shim_removals(environ):
        change.make()
    assert list(shim_path(environ).parent.iterdir()) == []


def without_wicket(environ: dict[str, str]) -> None:
    """Write the shim of a wicket whose files were deleted."""
    path = shim_path(environ)
    path.parent.mkdir(parents=True)
    script = shim_script({**environ, "PATH": "/nowhere"}, let_go_path(environ))
    path.write_bytes(script.replace(b"/doors/hook.py", b"/doors/gone.py"))
    path.chmod(0o755)


@pytest.mark.rule("D-14", "D-4")
def test_a_wicket_that_is_gone_blocks_and_says_what_to_do(environ: dict[str, str]) -> None:
    without_wicket(environ)
    done = start(environ)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"wicket is not where it was: install it and run `wicket init`, or run `sh '")
    shim_path(environ).unlink()
    gone = start(environ)
    assert (gone.returncode, b"wicket: the guard did not start" in gone.stderr) == (2, True)


@pytest.mark.rule("D-14")
def test_a_person_lets_agents_go_on_without_a_wicket_that_is_gone(environ: dict[str, str]) -> None:
    without_wicket(environ)
    words = ["sh", str(shim_path(environ)), "--let-go"]
    piped = subprocess.run(words, env=environ, stdin=subprocess.DEVNULL, capture_output=True, timeout=60, check=False)
    assert (piped.returncode, let_go_path(environ).exists()) == (2, False)
    ours, theirs = pty.openpty()
    at_terminal = subprocess.run(words, env=environ, stdin=theirs, capture_output=True, timeout=60, check=False)
    os.close(ours)
    os.close(theirs)
    assert (at_terminal.returncode, let_go_path(environ).exists()) == (0, True)
    answers = {}
    for agent in ("claude-code", "codex", "opencode", "pi", "amp", "cline"):
        hook = [str(shim_path(environ)), "--agent", agent, "--timeout", "600"]
        done = subprocess.run(hook, env=environ, input=QUESTION, capture_output=True, timeout=60, check=False)
        answers[agent] = (done.returncode, done.stdout)
    passed, allowed = (0, b""), (0, b'{"decision":"allow"}\n')
    assert answers == {
        "claude-code": passed,
        "codex": passed,
        "opencode": allowed,
        "pi": allowed,
        "amp": (1, b""),
        "cline": passed,
    }
    assert let_go_path(environ) in [change.path for change in shim_changes(environ, client=False) if change.new is None]


def test_which_commands_are_ours(environ: dict[str, str]) -> None:
    line = command("codex", environ)
    assert (is_ours(line, "codex"), is_ours(line, "gemini"), is_ours("echo wicket", "codex")) == (True, False, False)
    assert is_plain(line, "codex", environ, theirs=True)
    assert is_plain(line, "codex", environ, theirs=False)
    assert not is_plain(f"rm x; {line}", "codex", environ, theirs=False)
    assert not is_plain("/tmp/wicket-hook --agent codex", "codex", environ, theirs=False)
    assert not can_start(line)
