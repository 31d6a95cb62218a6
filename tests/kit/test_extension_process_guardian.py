"""What a tool for authors has started ends with it, whichever way that ends."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bounds import BOUND_S
from machine import Machine
from wicket.host import guardian_process
from wicket.kit.extension_process_guardian import Guard

# Says nothing, and neither TERM nor a hang-up nor the end of its input ends it; nor its child.
STUBBORN = """#!/bin/sh
trap '' TERM HUP INT
sleep 300 &
echo $$ $! > "{pids}.new"
mv "{pids}.new" "{pids}"
while :; do sleep 300; done
"""

VERBS = {
    "call": ["call", "{}"],
    "doctor": ["doctor", "{}"],
    "conform": ["conform", "--protocol", "zot", "{}"],
    "dev": ["dev", "{}"],
    "repl": ["repl", "--no-ext", "--ext", "{}"],
}


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def alive(pid: int) -> bool:
    """Whether a process is there that is not just waiting to be reaped."""
    found = guardian_process._stat(str(pid))
    return found is not None and found[0] not in b"ZX"


def pids_in(path: Path) -> list[int]:
    """Wait for a file, and read the numbers in it."""
    deadline = time.monotonic() + BOUND_S
    while not path.exists():
        assert time.monotonic() < deadline
        time.sleep(0.01)
    return [int(word) for word in path.read_text().split()]


def until_gone(pids: list[int]) -> None:
    deadline = time.monotonic() + BOUND_S
    while any(map(alive, pids)):
        assert time.monotonic() < deadline, pids
        time.sleep(0.01)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGKILL], ids=lambda n: n.name)
@pytest.mark.parametrize("verb", VERBS)
def test_an_extension_ends_with_the_tool_that_started_it(machine: Machine, verb: str, number: signal.Signals) -> None:
    folder, pids = machine.root / "stubborn", machine.root / "pids"
    folder.mkdir()
    program = folder / "run"
    program.write_text(STUBBORN.format(pids=pids))
    program.chmod(0o755)
    (folder / "extension.json").write_text('{"name": "stubborn", "version": "1.0.0", "exec": "./run"}')
    process = subprocess.Popen(
        [sys.executable, "-m", "wicket", "ext", *(word.format(folder) for word in VERBS[verb])],
        cwd=machine.project,
        env=machine.environ,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        started = pids_in(pids)
        process.send_signal(number)
        assert process.wait(BOUND_S) != 0
        # `dev` and `doctor` may have been between two processes; whoever was started last wrote the file.
        until_gone([*started, *pids_in(pids)])
    finally:
        process.kill()
        process.communicate()
        if pids.exists():  # where the guard is broken on purpose, nobody else ends the extension
            with contextlib.suppress(ProcessLookupError):
                os.killpg(pids_in(pids)[0], signal.SIGKILL)


def test_a_guardian_that_was_killed_is_replaced_and_told_everything(tmp_path: Path) -> None:
    """A process of its own plays the tool: what it has started must end with it, though its guardian was killed."""
    script = """
import os, pathlib, signal, sys
from wicket.kit.extension_process_guardian import GUARD
from wicket.kit.extension_process import Talk
def talk():
    return Talk(["sleep", "300"], pathlib.Path("/"), dict(os.environ))
def children():
    return {int(pid) for pid in open(f"/proc/self/task/{os.getpid()}/children").read().split()}
first = talk()
[guardian] = children() - {first._process.pid}
os.kill(guardian, signal.SIGKILL)
os.waitpid(guardian, 0)
with talk():
    pass
second = talk()
print(first._process.pid, second._process.pid, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""
    process = subprocess.run([sys.executable, "-c", script], stdout=subprocess.PIPE, check=False, timeout=BOUND_S)
    assert process.returncode == -signal.SIGKILL
    pids = [int(word) for word in process.stdout.split()]
    assert len(pids) == 2
    until_gone(pids)


def test_a_process_that_was_being_started_when_the_tool_was_interrupted_ends_with_it() -> None:
    """Ctrl-C may come when the child is there, and nobody has seen its number yet."""
    script = """
import os, pathlib, subprocess
from wicket.kit.extension_process import Talk
class Interrupted(subprocess.Popen):
    def __init__(self, argv, **how):
        super().__init__(argv, **how)
        if argv[0] == "sleep":
            print(self.pid, flush=True)
            raise KeyboardInterrupt
subprocess.Popen = Interrupted
Talk(["sleep", "300"], pathlib.Path("/"), dict(os.environ))
"""
    process = subprocess.run([sys.executable, "-c", script], capture_output=True, check=False, timeout=BOUND_S)
    assert process.returncode == -signal.SIGINT
    until_gone([int(process.stdout)])


def test_without_a_guardian_talks_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    guard = Guard()
    reader, writer = os.pipe()
    with guard.expecting(writer):
        guard.watch(os.getpid())
    guard.forget(os.getpid())
    os.close(reader)
    os.close(writer)
