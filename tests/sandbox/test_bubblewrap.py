"""The driver: in the sandbox a command is as it is outside, and without the sandbox it does not run."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from bounds import BOUND_S
from oracle.sandbox import available
from sandbox.signal_masks import masks
from wicket.sandbox import bubblewrap, seccomp_filter
from wicket.sandbox.bubblewrap_arguments import bubblewrap_arguments
from wicket.sandbox.confinement import Confinement, Places, Protected, confine
from wicket.sandbox.disk import RealDisk
from wicket.sandbox.errors import CannotHold
from wicket.sandbox.profile import Profile

pytestmark = pytest.mark.skipif(not available(), reason="bubblewrap cannot be used here, so NO SANDBOX IS TESTED")

# Runs in a process of its own, so that what it is given is all that it has.
RUNNER = """
import json, os, signal, sys
from wicket.sandbox import bubblewrap, seccomp_filter
from wicket.sandbox.bubblewrap_arguments import bubblewrap_arguments
from wicket.sandbox.confinement import Confinement, Protected
told = json.loads(sys.argv[1])
fields = [tuple(tuple(one) if isinstance(one, list) else one for one in x) if isinstance(x, list) else x for x in told]
fields[3] = tuple(Protected(*one) for one in fields[3])
running, early = None, []
signal.signal(signal.SIGTERM, lambda number, _: running.send_signal(number) if running else early.append(number))
running = bubblewrap.start(sys.argv[2:], {"PATH": os.environ["PATH"], "A": "b"}, Confinement(*fields))
for number in early:
    running.send_signal(number)
sys.exit(running.wait())
"""


def work(project: Path, **changes: object) -> Confinement:
    places = Places(str(project), str(project), str(project.parent), (), bubblewrap.needed())
    profile = Profile("work", (".",), network=False)._replace(**changes)  # type: ignore[arg-type]
    return confine(profile, places, RealDisk())


def argv(confinement: Confinement, words: Sequence[str]) -> list[str]:
    return [sys.executable, "-c", RUNNER, json.dumps(confinement), *words]


def run(confinement: Confinement, *words: str, given: str = "") -> "subprocess.CompletedProcess[str]":
    done = argv(confinement, words)
    return subprocess.run(done, input=given, capture_output=True, text=True, timeout=BOUND_S, check=False)


@pytest.mark.parametrize(
    ("words", "code", "out"),
    [
        (["true"], 0, ""),
        (["sh", "-c", "exit 7"], 7, ""),
        (["sh", "-c", "kill -9 $$"], 137, ""),
        (["sh", "-c", "kill -TERM $$"], 143, ""),
        (["cat"], 0, "given"),
        (["printf", "%s|", "a  b", "", "$x", "\u00e4"], 0, "a  b||$x|\u00e4|"),
        (["sh", "-c", "echo $A $HOME"], 0, "b\n"),
        (["sh", "-c", "ls /proc/self/fd | tr '\\n' ' '"], 0, "0 1 2 3 "),  # the fourth is for looking
    ],
)
def test_a_command_is_as_it_is_outside(tmp_path: Path, words: list[str], code: int, out: str) -> None:
    done = run(work(tmp_path), *words, given="given")
    assert (done.returncode, done.stdout, done.stderr) == (code, out, "")


def test_the_working_folder_and_what_is_written_there(tmp_path: Path) -> None:
    below = tmp_path / "b\u00e4 d"
    below.mkdir()
    done = run(work(tmp_path)._replace(cwd=str(below)), "sh", "-c", "pwd; echo a > new; echo b > /tmp/new")
    assert (done.returncode, done.stdout) == (0, f"{below}\n")
    assert (below / "new").read_text() == "a\n"
    assert not Path("/tmp/new").exists()
    assert sorted(path.name for path in tmp_path.iterdir()) == [below.name]


def test_a_program_that_is_not_there_is_said_as_outside(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        bubblewrap.start(["nowhere"], {"PATH": "/usr/bin"}, work(tmp_path))
    (tmp_path / "plain").touch()
    with pytest.raises(PermissionError):
        bubblewrap.start(["./plain"], {"PATH": "/usr/bin"}, work(tmp_path))
    assert [path.name for path in tmp_path.iterdir()] == ["plain"]


def test_signals_reach_the_command_and_not_what_holds_it(tmp_path: Path) -> None:
    text = "trap 'echo caught; exit 5' TERM; echo ready; while :; do read -t 1 x; done"
    words = ["bash", "-c", text]
    with subprocess.Popen(argv(work(tmp_path), words), stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == b"ready\n"
        child.send_signal(signal.SIGTERM)
        assert child.stdout.readline() == b"caught\n"
        assert child.wait(BOUND_S) == 5


def test_no_signal_is_ignored_or_blocked_in_the_command(tmp_path: Path) -> None:
    done = run(work(tmp_path), "grep", "-E", "Sig(Blk|Ign)", "/proc/self/status")
    assert masks(done.stdout) == {"SigBlk": 0, "SigIgn": 0}


def test_a_signal_for_all_reaches_the_command_and_ends_nothing_that_holds_it(tmp_path: Path) -> None:
    words = ["bash", "-c", "trap 'echo caught; exit 5' TERM; echo ready; while :; do read -t 1 x; done"]
    starting = argv(work(tmp_path), words)
    pipe = subprocess.PIPE
    with subprocess.Popen(starting, stdin=pipe, stdout=pipe, start_new_session=True) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == b"ready\n"
        os.killpg(child.pid, signal.SIGTERM)
        assert child.stdout.readline() == b"caught\n"
        assert child.wait(BOUND_S) == 5


def test_what_it_has_started_ends_with_it(tmp_path: Path) -> None:
    done = run(work(tmp_path), "sh", "-c", "sleep 600 & echo started")  # it would hold our pipe open
    assert (done.returncode, done.stdout) == (0, "started\n")


def test_it_ends_with_whoever_started_it(tmp_path: Path) -> None:
    words = ["sh", "-c", "echo ready; exec sleep 600"]
    with subprocess.Popen(argv(work(tmp_path), words), stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == b"ready\n"
        child.kill()
        assert child.stdout.read() == b""  # nobody has it open any more


# ── never without the sandbox ────────────────────────────────────────────────


def test_without_bubblewrap_nothing_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bubblewrap, "_FOLDERS", str(tmp_path))
    with pytest.raises(CannotHold) as caught:
        bubblewrap.start(["touch", "proof"], {"PATH": os.environ["PATH"]}, work(tmp_path))
    assert str(caught.value).startswith("no sandbox can be built: there is no bwrap; install bubblewrap")
    assert list(tmp_path.iterdir()) == []


def test_a_sandbox_that_cannot_be_built_runs_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bubblewrap, "bubblewrap_arguments", lambda *_: ["--bind", "/nowhere", "/nowhere"])
    with pytest.raises(CannotHold) as caught:
        bubblewrap.start(["touch", "proof"], {"PATH": os.environ["PATH"]}, work(tmp_path))
    said = "sandbox work could not be built (bubblewrap says above why); nothing was run"
    assert str(caught.value) == said
    assert "/nowhere" in capfd.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_what_is_not_mounted_as_ordered_runs_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def careless(confinement: Confinement, *rest: Any) -> list[str]:
        return bubblewrap_arguments(confinement._replace(protected=()), *rest)

    monkeypatch.setattr(bubblewrap, "bubblewrap_arguments", careless)
    confinement = work(tmp_path)._replace(protected=(Protected(f"{tmp_path}/x", ""),), pinned=())
    with pytest.raises(CannotHold) as caught:
        bubblewrap.start(["touch", "proof"], {"PATH": os.environ["PATH"]}, confinement)
    said = f"sandbox work could not be built ({tmp_path}/x is not protected); nothing was run"
    assert str(caught.value) == said
    assert list(tmp_path.iterdir()) == []


def test_a_machine_that_nobody_knows_runs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seccomp_filter, "MACHINES", {})
    with pytest.raises(CannotHold, match="its system calls are not known"):
        bubblewrap.found()
    monkeypatch.setattr(sys, "platform", "darwin")
    with pytest.raises(CannotHold, match="no sandbox can be built on darwin: bubblewrap is for Linux; run it there"):
        bubblewrap.found()


def test_git_works_inside_and_beside_it(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True, timeout=BOUND_S)
    who = "git -c user.name=a -c user.email=a@b"
    text = f"echo a > a && git add -A && {who} commit -qm one && git ls-files && git status --short && git clean -nd"
    done = run(work(tmp_path), "bash", "-c", f"export HOME=/tmp; {text}; cat")
    assert (done.returncode, done.stdout, done.stderr) == (0, "a\n", "")


def test_git_works_outside_while_a_command_runs(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True, timeout=BOUND_S)
    running = subprocess.Popen(
        argv(work(tmp_path), ["sh", "-c", "echo begun; cat"]), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert running.stdout is not None
    with running:
        assert running.stdout.readline() == "begun\n"
        git = ["git", "-C", str(tmp_path), "-c", "user.name=a", "-c", "user.email=a@b"]
        done = subprocess.run([*git, "commit", "-q", "--allow-empty", "-m", "one"], timeout=BOUND_S, check=False)
        running.communicate("", timeout=BOUND_S)
    assert done.returncode == 0
