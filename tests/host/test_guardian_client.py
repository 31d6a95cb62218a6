"""Nothing outlives its host, however that ends."""

import os
import signal
import subprocess
import sys
import uuid
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from host.processes import BOUND_S, ENV, descriptors, end_marked, eventually, marked, running, zombies
from wicket import c_programs
from wicket.host import guardian_client as guardian_module
from wicket.host import guardian_process
from wicket.host.errors import ExtensionNotStarted
from wicket.host.guardian_client import WATCHER, Guardian

# Hosts one child per argument, says that they are up, and waits to be killed. With FORK set, a copy that
# somebody forked holds all its pipes open.
HOST = """
import asyncio, os, sys
from pathlib import Path
from wicket import c_programs
c_programs.installed = lambda name: os.environ["WATCHER"] or None
from wicket.host.child_process import Child
from wicket.host.guardian_client import Guardian
from wicket.host.stderr_capture import Stderr

async def main():
    guardian = Guardian()
    if "DIE_AT_BIRTH" in os.environ:  # between spawning a child and naming it
        guardian.watch = lambda group: (print("up", flush=True), os.kill(os.getpid(), 9))
    ready = asyncio.Semaphore(0)
    for script in sys.argv[1:]:
        await Child.start("x", ["sh", "-c", script], cwd=Path("/"), env=os.environ, stderr=Stderr.DISCARD,
                          on_data=lambda data: ready.release(), guardian=guardian)
    for script in sys.argv[1:]:
        await ready.acquire()
    if "FORK" in os.environ and os.fork() == 0:
        os.read(0, 1)
        os._exit(0)
    print("up", flush=True)
    await asyncio.Event().wait()

asyncio.run(main())
"""

DEAF = "trap '' TERM HUP; echo ready; while :; do sleep 1000; done"
FAMILY = "sleep 1000 & (sleep 1000 & sleep 1000) & echo ready; wait"
LEADERLESS = "(echo ready; exec sleep 1000) & exit 0"
OUT_OF_GROUP = "timeout 1000 sleep 1000 & echo ready; wait"
IGNORES_END_OF_STDIN = "echo ready; exec sleep 1000"


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What keeps watch in the guardian's place."""
    made = str(tmp_path_factory.mktemp("built") / WATCHER)
    c_programs.build(made, "", os.environ, c_programs.source(WATCHER))
    return made


@pytest.fixture(params=["guardian", "program"], autouse=True)
def watcher(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """What keeps watch: the guardian itself, or the program that becomes it. Empty: the guardian."""
    path = request.getfixturevalue("program") if request.param == "program" else ""
    monkeypatch.setattr(c_programs, "installed", lambda name: path or None)
    return str(path)


THE_GUARDIAN_ITSELF = pytest.mark.parametrize("watcher", ["guardian"], indirect=True)


@pytest.fixture
def marker() -> str:
    return uuid.uuid4().hex


@pytest.fixture
async def guardian(watcher: str) -> AsyncIterator[Guardian]:
    guardian = Guardian()
    yield guardian
    await guardian.close()


@contextmanager
def hosting(marker: str, *scripts: str, **variables: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run a host that has its children up. All of them carry the marker."""
    there = c_programs.installed(WATCHER) or ""
    env = ENV | {"WICKET_TEST_MARKER": marker, "WATCHER": there} | variables
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", HOST, *scripts], env=env, stdin=pipe, stdout=pipe) as host:
        try:
            assert host.stdout is not None
            assert host.stdout.readline() == b"up\n"
            yield host
        finally:
            host.kill()
            end_marked(marker)


@pytest.mark.parametrize(
    "scripts",
    [
        pytest.param([IGNORES_END_OF_STDIN], id="one"),
        pytest.param([FAMILY], id="family"),
        pytest.param([DEAF], id="ignores-term"),
        pytest.param([OUT_OF_GROUP], id="out-of-group"),
        pytest.param([IGNORES_END_OF_STDIN, FAMILY, DEAF, OUT_OF_GROUP, LEADERLESS], id="all-at-once"),
    ],
)
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM], ids=["KILL", "TERM"])
async def test_nothing_survives_a_killed_host(scripts: list[str], number: signal.Signals, marker: str) -> None:
    with hosting(marker, *scripts) as host:
        await eventually(lambda: len(marked(marker)) > len(scripts))
        host.send_signal(number)
        host.wait(BOUND_S)
        await eventually(lambda: not marked(marker))


async def test_a_forked_copy_of_the_host_keeps_nothing_alive(marker: str) -> None:
    with hosting(marker, FAMILY, FORK="1") as host:
        host.kill()
        await eventually(lambda: len(marked(marker)) == 1)  # the copy


async def test_a_child_that_was_not_named_yet_does_not_survive(marker: str) -> None:
    for script in ("exec sleep 1000", FAMILY):
        with hosting(marker, script, DIE_AT_BIRTH="1") as host:
            host.wait(BOUND_S)
            await eventually(lambda: not marked(marker))


async def test_a_start_that_fails_is_no_longer_expected(guardian: Guardian) -> None:
    with pytest.raises(ExtensionNotStarted):
        async with running(["/no/such/program"], guardian=guardian):
            pass
    async with running(["cat"], guardian=guardian) as (child, _):
        await child.stop()
    assert guardian.idle


async def test_a_hundred_children_do_not_survive(marker: str) -> None:
    with hosting(marker, *[IGNORES_END_OF_STDIN] * 100) as host:
        await eventually(lambda: len(marked(marker)) == 101)
        host.kill()
        host.wait(BOUND_S)
        await eventually(lambda: not marked(marker))


async def test_the_guardian_lives_apart_and_inherits_nothing(guardian: Guardian) -> None:
    proc = Path(f"/proc/{guardian.pid}")
    await eventually(lambda: b"guardian_process" in (proc / "cmdline").read_bytes())
    assert os.getsid(guardian.pid) == guardian.pid
    assert (proc / "environ").read_bytes() == b""
    assert os.readlink(proc / "cwd") == "/"
    pipes = {fd for fd in os.listdir(proc / "fd") if os.readlink(proc / "fd" / fd).startswith("pipe")}
    assert pipes == {"0"}


async def test_what_left_the_group_is_swept_when_its_child_ends(guardian: Guardian, marker: str) -> None:
    env = ENV | {"WICKET_TEST_MARKER": marker}
    async with running(["sh", "-c", OUT_OF_GROUP], env=env, guardian=guardian) as (child, listener):
        await listener.until_heard(b"ready\n")
        await eventually(lambda: len(marked(marker)) == 3)
        child.kill()
        await child.ended()
        await eventually(lambda: not marked(marker))


async def test_a_guardian_that_is_killed_is_replaced_and_told_everything(guardian: Guardian, marker: str) -> None:
    env = ENV | {"WICKET_TEST_MARKER": marker}
    async with running(["sleep", "1000"], env=env, guardian=guardian) as (child, _):
        first = guardian.pid
        os.kill(first, signal.SIGKILL)
        await eventually(lambda: guardian.pid != first)
        assert guardian.alive
        await guardian.close()
        assert (await child.ended()).signal == signal.SIGTERM


async def test_a_guardian_that_lived_long_may_always_be_replaced(
    guardian: Guardian, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guardian_module, "STEADY_S", 0.0)
    monkeypatch.setattr(guardian_module, "MAX_RESTARTS", 1)
    seen: set[int] = set()
    reader, writer = os.pipe()
    with guardian.expecting(reader):
        for _ in range(3):
            seen.add(guardian.pid)
            os.kill(guardian.pid, signal.SIGKILL)
            await eventually(lambda: guardian.pid not in seen)
    os.close(reader)
    os.close(writer)
    assert guardian.alive


async def test_a_start_that_was_interrupted_is_still_expected(guardian: Guardian) -> None:
    reader, writer = os.pipe()
    with pytest.raises(KeyboardInterrupt), guardian.expecting(reader):
        raise KeyboardInterrupt
    os.close(reader)
    os.close(writer)
    assert not guardian.idle


@THE_GUARDIAN_ITSELF
@pytest.mark.parametrize("why", ["dies", "does-not-start"])
async def test_a_guardian_that_cannot_live_is_given_up(
    why: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    before = descriptors()
    guardian = Guardian()
    if why == "dies":
        monkeypatch.setattr(guardian_process, "__file__", str(tmp_path / "none.py"))
    else:
        monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    os.kill(guardian.pid, signal.SIGKILL)
    await eventually(lambda: not guardian.alive)
    assert caplog.records[-1].levelname == "ERROR"
    async with running(["cat"], guardian=guardian) as (child, _):
        assert await child.stop()
    await guardian.close()
    assert (descriptors(), zombies()) == (before, set())


@THE_GUARDIAN_ITSELF
async def test_a_guardian_that_cannot_start_leaks_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    before = descriptors()
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    with pytest.raises(FileNotFoundError):
        Guardian()
    assert descriptors() == before


async def test_a_program_that_cannot_be_executed_is_done_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, marker: str
) -> None:
    broken = tmp_path / WATCHER
    broken.write_bytes(b"\x7fELF of another machine")
    broken.chmod(0o755)
    monkeypatch.setattr(c_programs, "installed", lambda name: str(broken))
    with hosting(marker, FAMILY) as host:
        host.kill()
        host.wait(BOUND_S)
        await eventually(lambda: not marked(marker))


async def test_it_watches_as_the_program_until_there_is_somebody_to_end(
    guardian: Guardian, watcher: str, marker: str
) -> None:
    env = ENV | {"WICKET_TEST_MARKER": marker}
    itself = os.readlink("/proc/self/exe")

    def watches() -> str:
        return os.readlink(f"/proc/{guardian.pid}/exe")

    await eventually(lambda: watches() == (watcher or itself))
    for script in ("true", OUT_OF_GROUP):
        async with running(["sh", "-c", script], env=env, guardian=guardian) as (child, listener):
            if script == OUT_OF_GROUP:
                assert watches() == (watcher or itself)
                await listener.until_heard(b"ready\n")
                await eventually(lambda: len(marked(marker)) == 3)
                child.kill()
            await child.ended()
            await eventually(lambda: not marked(marker))
    await eventually(lambda: watches() == itself)


async def test_closing_leaves_nothing_and_may_be_done_twice() -> None:
    before = descriptors()
    guardian = Guardian()
    async with running(["cat"], guardian=guardian) as (child, _):
        await child.stop()
    await guardian.close()
    await guardian.close()
    assert (guardian.alive, descriptors(), zombies()) == (False, before, set())


async def test_closing_does_not_wait_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        guardian_module, "CLOSE_GRACE_S", -guardian_process.TERM_GRACE_S - guardian_process.KILL_GRACE_S
    )
    guardian = Guardian()
    os.kill(guardian.pid, signal.SIGSTOP)
    await guardian.close()
    assert (guardian.alive, zombies()) == (False, set())
