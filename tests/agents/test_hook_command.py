"""The command in the settings names a shim that stays where it is."""

import os
import subprocess
from pathlib import Path

import pytest

from wicket.agents.hook_command import can_start, command, is_ours, is_plain, shim_change, shim_path

QUESTION = b'{"command": "wicket approve 1", "cwd": "/"}'


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    return {"HOME": str(tmp_path), "WICKET_HOME": f"{tmp_path}/a state", "PATH": os.environ["PATH"]}


def start(environ: dict[str, str]) -> subprocess.CompletedProcess[bytes]:
    line = command("generic", environ)
    return subprocess.run(line, shell=True, input=QUESTION, env=environ, capture_output=True, timeout=60, check=False)


@pytest.mark.rule("D-14")
def test_the_shim_starts_this_wicket_and_is_written_once(environ: dict[str, str]) -> None:
    change = shim_change(environ)
    assert change is not None
    change.make()
    assert shim_change(environ) is None
    assert os.access(shim_path(environ), os.X_OK)
    done = start(environ)
    assert (done.returncode, b'"decision":"deny"' in done.stdout) == (2, True)


@pytest.mark.rule("D-14", "D-4")
def test_a_wicket_that_is_gone_blocks_and_says_what_to_do(environ: dict[str, str]) -> None:
    change = shim_change({**environ, "PATH": "/nowhere"})
    assert change is not None
    assert change.new is not None
    path = shim_path(environ)
    path.parent.mkdir(parents=True)
    path.write_bytes(change.new.replace(b"/doors/hook.py", b"/doors/gone.py"))
    path.chmod(0o755)
    done = start(environ)
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"wicket is not where it was: install it and run `wicket init`, or remove its hook" in done.stderr
    path.unlink()
    gone = start(environ)
    assert (gone.returncode, b"wicket: the guard did not start" in gone.stderr) == (2, True)


def test_which_commands_are_ours(environ: dict[str, str]) -> None:
    line = command("codex", environ)
    assert (is_ours(line, "codex"), is_ours(line, "gemini"), is_ours("echo wicket", "codex")) == (True, False, False)
    assert is_plain(line, "codex", environ, theirs=True)
    assert is_plain(line, "codex", environ, theirs=False)
    assert not is_plain(f"rm x; {line}", "codex", environ, theirs=False)
    assert not is_plain("/tmp/wicket-hook --agent codex", "codex", environ, theirs=False)
    assert not can_start(line)
