"""How a process ended is known at once, and its number stays its own until it is reaped."""

import asyncio
import os
import signal
import subprocess

import pytest

from host.processes import BOUND_S, descriptors, zombies
from wicket.host import process_exit
from wicket.host.process_exit import Exit, ExitWatch, peek, reap


@pytest.mark.parametrize(
    ("status", "sentence"),
    [
        pytest.param(Exit(code=0), "exit code 0", id="code"),
        pytest.param(Exit(signal=signal.SIGSEGV), "killed by SIGSEGV", id="signal"),
        pytest.param(Exit(signal=40), "killed by signal 40", id="nameless-signal"),
        pytest.param(Exit(), "exit code unknown", id="unknown"),
    ],
)
def test_the_sentence(status: Exit, sentence: str) -> None:
    assert str(status) == sentence


def started(script: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(["sh", "-c", script], stdin=subprocess.PIPE)


@pytest.mark.parametrize("waitid", [True, False], ids=["waitid", "no-waitid"])
@pytest.mark.parametrize(
    ("script", "status"), [("exit 3", Exit(code=3)), ("kill -9 $$", Exit(signal=9))], ids=["code", "signal"]
)
@pytest.mark.parametrize("pidfd", [True, False], ids=["pidfd", "no-pidfd"])
async def test_a_death_is_told_once(
    script: str, status: Exit, pidfd: bool, waitid: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not pidfd:
        monkeypatch.delattr(os, "pidfd_open")
    if not waitid:
        monkeypatch.delattr(os, "waitid")
    before = descriptors()
    heard: asyncio.Queue[Exit] = asyncio.Queue()
    process = started(f"read x; {script}")
    watch = ExitWatch(process.pid, heard.put_nowait)
    assert peek(process.pid) is None
    assert process.stdin is not None
    process.stdin.close()
    async with asyncio.timeout(BOUND_S):
        assert await heard.get() == status
    assert (process.pid in zombies()) is waitid
    watch.close()
    reap(process.pid)
    reap(process.pid)
    process.returncode = 0
    assert (heard.empty(), zombies(), descriptors()) == (True, set(), before)


async def test_a_pidfd_that_cannot_be_watched_is_done_without(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    before = descriptors()
    heard: asyncio.Queue[Exit] = asyncio.Queue()
    monkeypatch.setattr(asyncio.get_running_loop(), "add_reader", refuse)
    with started("exit 3") as process:
        ExitWatch(process.pid, heard.put_nowait)
        async with asyncio.timeout(BOUND_S):
            assert await heard.get() == Exit(code=3)
    assert descriptors() == before


async def test_without_a_pidfd_it_is_looked_at_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[Exit | None] = [None, None, Exit(code=0)]
    monkeypatch.delattr(os, "pidfd_open")
    monkeypatch.setattr(process_exit, "POLL_S", 0.001)
    monkeypatch.setattr(process_exit, "peek", lambda pid: looks.pop(0))
    heard: asyncio.Queue[Exit] = asyncio.Queue()
    ExitWatch(os.getpid(), heard.put_nowait)
    async with asyncio.timeout(BOUND_S):
        assert await heard.get() == Exit(code=0)
    assert looks == []


@pytest.mark.parametrize("pidfd", [True, False], ids=["pidfd", "no-pidfd"])
async def test_a_closed_watch_says_nothing(pidfd: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not pidfd:
        monkeypatch.delattr(os, "pidfd_open")
    heard: list[Exit] = []
    process = started("exit 0")
    ExitWatch(process.pid, heard.append).close()
    with process:
        pass
    await asyncio.sleep(0)
    assert heard == []
