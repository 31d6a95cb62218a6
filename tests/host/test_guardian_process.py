"""What a host leaves behind is found by session, told from strangers, and ended."""

import ast
import os
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from bounds import SOON_S
from host.processes import BOUND_S, ENV, end_marked, eventually, marked
from wicket.host import guardian_process as sweep_module
from wicket.host.guardian_process import newborns, start_time, sweep


class Session:
    """A shell that leads a session, and a variable that everything in it carries."""

    def __init__(self, script: str) -> None:
        self.marker = uuid.uuid4().hex
        env = ENV | {"WICKET_TEST_MARKER": self.marker}
        self.process = subprocess.Popen(
            ["sh", "-c", script],
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            start_new_session=True,
        )
        self.started = start_time(self.process.pid)
        assert self.process.stdout is not None
        assert self.process.stdout.readline() == b"ready\n"

    @property
    def leader(self) -> int:
        return self.process.pid

    @property
    def living(self) -> int:
        return len(marked(self.marker))


def started(argv: list[str]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(argv, bufsize=0, stdin=subprocess.PIPE, start_new_session=True)


@pytest.fixture
def sessions() -> Iterator[list[Session]]:
    """Sessions that are gone after the test, whatever it did."""
    made: list[Session] = []
    yield made
    for session in made:
        end_marked(session.marker)
        with session.process:
            session.process.kill()


def test_the_start_time_tells_processes_apart() -> None:
    assert 0 < start_time(1) <= start_time(os.getpid())
    assert start_time(2**22 + 1) == 0


@pytest.mark.parametrize(
    ("script", "members"),
    [
        pytest.param("echo ready; exec sleep 1000", 1, id="one"),
        pytest.param("sleep 1000 & sleep 1000 & echo ready; wait", 3, id="group"),
        pytest.param("timeout 1000 sleep 1000 & sleep 0; echo ready; wait", 3, id="left-the-group"),
        pytest.param("sleep 1000 & echo ready", 1, id="leader-gone"),
        pytest.param("trap '' TERM; echo ready; while :; do sleep 1000; done", 2, id="ignores-term"),
    ],
)
async def test_a_session_is_swept(script: str, members: int, sessions: list[Session]) -> None:
    session = Session(script)
    sessions.append(session)
    await eventually(lambda: session.living == members)
    sweep({session.leader: session.started}, grace_s=0.1)
    assert session.living == 0


async def test_a_session_that_leaves_by_itself_is_not_killed(sessions: list[Session]) -> None:
    session = Session("trap 'exit 7' TERM; echo ready; while :; do sleep 0.01; done")
    sessions.append(session)
    sweep({session.leader: session.started})
    assert session.process.wait(BOUND_S) == 7


async def test_strangers_with_the_same_number_are_left_alone(sessions: list[Session]) -> None:
    session = Session("sleep 1000 & echo ready; wait")
    sessions.append(session)
    await eventually(lambda: session.living == 2)
    sweep({session.leader: session.started - 1}, grace_s=0.0)
    assert session.living == 2


async def test_without_proc_the_group_is_swept(sessions: list[Session], monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session("trap '' TERM; sleep 1000 & echo ready; wait")
    sessions.append(session)
    await eventually(lambda: session.living == 2)
    with monkeypatch.context() as patch:
        patch.setattr(os.path, "isdir", lambda _: False)
        patch.setattr(sweep_module, "KILL_GRACE_S", 0.1)
        sweep({session.leader: 0}, grace_s=0.1)
    await eventually(lambda: session.living == 0)


async def test_the_unnamed_are_found_by_their_pipe(sessions: list[Session], monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session("echo ready; exec sleep 1000")
    sessions.append(session)
    assert session.process.stdout is not None
    pipe = os.fstat(session.process.stdout.fileno()).st_ino
    assert newborns({pipe}, os.getsid(0)) == {session.leader: session.started}
    monkeypatch.setattr(sweep_module, "BIRTH_S", 0.1)
    assert newborns({pipe}, session.leader) == {}  # not a session of its own yet
    assert newborns(set(), os.getsid(0)) == {}


async def test_one_look_that_finds_nobody_does_not_tell_that_nobody_is_there(
    sessions: list[Session], monkeypatch: pytest.MonkeyPatch
) -> None:
    session = Session("sleep 1000 & echo ready; wait")
    sessions.append(session)
    look, looks = sweep_module._groups, 0

    def late(wanted: dict[int, int]) -> set[int]:
        """Miss everybody at first, as a look at the process table does while one forks and leaves."""
        nonlocal looks
        looks += 1
        if looks == 1:
            os.waitpid(os.posix_spawn("/bin/true", ["true"], {}), 0)
            return set()
        return look(wanted)

    monkeypatch.setattr(sweep_module, "_groups", late)
    sweep({session.leader: session.started}, grace_s=0.1)
    assert session.living == 0


SLOW_BIRTH = """
import os, sys
sys.stdin.readline()
os.setsid()
print("born", flush=True)
sys.stdin.readline()
"""


def test_one_that_is_being_born_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweep_module, "BIRTH_GRACE_S", 0.0)
    monkeypatch.setattr(sweep_module, "BIRTH_S", BOUND_S)
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", SLOW_BIRTH], bufsize=0, stdin=pipe, stdout=pipe) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        number = os.fstat(child.stdout.fileno()).st_ino
        # We hold that pipe as well, as the host did; only those in its session are waited for.
        looked = 0
        pause = time.sleep

        def sleep(seconds: float) -> None:
            nonlocal looked
            looked += 1
            if looked == 3:
                child.stdin.write(b"go\n")  # type: ignore[union-attr]
            pause(seconds)

        monkeypatch.setattr(time, "sleep", sleep)
        assert newborns({number}, os.getsid(0)) == {child.pid: start_time(child.pid)}
        assert looked >= 3
        child.kill()


async def test_a_host_that_was_gone_before_it_could_be_watched_is_noticed() -> None:
    with started([sys.executable, "-I", "-S", sweep_module.__file__, str(2**22), str(os.getsid(0))]) as process:
        assert process.wait(BOUND_S) == 0  # with its pipe open


async def test_nothing_to_sweep_takes_no_time() -> None:
    before = time.monotonic()
    sweep({})
    assert time.monotonic() - before < SOON_S


def test_only_modules_that_load_in_no_time_are_imported() -> None:
    tree = ast.parse(Path(sweep_module.__file__).read_text(encoding="utf-8"))
    imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    assert imported == {"os", "select", "sys", "time", "_signal"}
    assert not any(isinstance(node, ast.ImportFrom) for node in ast.walk(tree))


async def test_the_process_ignores_polite_signals_and_ends_with_its_pipe() -> None:
    argv = [sys.executable, "-I", "-S", sweep_module.__file__, str(os.getpid()), str(os.getsid(0))]
    process = started(argv)
    ignored = 1 << 0 | 1 << 1 | 1 << 2 | 1 << 14  # HUP, INT, QUIT, TERM
    status = Path(f"/proc/{process.pid}/status")

    def ignores() -> bool:
        line = next(line for line in status.read_text(encoding="utf-8").splitlines() if line.startswith("SigIgn"))
        return int(line.split()[1], 16) & ignored == ignored

    await eventually(ignores)
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM):
        process.send_signal(number)
    assert process.stdin is not None
    process.stdin.write(b"+4194304 1\n-41943")
    process.stdin.write(b"04\n-12\nnonsense\n")
    process.stdin.close()
    assert process.wait(BOUND_S) == 0


def test_the_processes_of_young_sessions_are_looked_for_among_the_young(monkeypatch: pytest.MonkeyPatch) -> None:
    me, started = os.getpid(), start_time(os.getpid())
    now_s = started / os.sysconf("SC_CLK_TCK")
    monkeypatch.setattr(sweep_module, "_last_number", lambda: me + 1)
    monkeypatch.setattr(time, "clock_gettime", lambda _: now_s + 0.5)
    assert sweep_module._first_number({me: started}) == me
    assert sweep_module._first_number({me: started, me - 1: started}) == me - 1
    assert sweep_module._first_number({2**30: started}) == 0  # numbers have begun anew
    assert sweep_module._first_number({me: 0}) == 0  # nobody knows when it was born
    monkeypatch.setattr(time, "clock_gettime", lambda _: now_s + 10_000.0)
    assert sweep_module._first_number({me: started}) == 0  # all numbers may have been given away meanwhile
    assert sweep_module._first_number({}) == 0


@pytest.mark.parametrize(("born", "looks"), [(0, 1), (1, 3)])
def test_one_look_suffices_if_nobody_was_born_meanwhile(monkeypatch: pytest.MonkeyPatch, born: int, looks: int) -> None:
    last, looked = [100], []

    def look(sessions: dict[int, int]) -> set[int]:
        looked.append(sessions)
        last[0] += born
        return set()

    monkeypatch.setattr(sweep_module, "_last_number", lambda: last[0])
    monkeypatch.setattr(sweep_module, "_groups", look)
    assert sweep_module._end({1: 1}, signal.SIGKILL, 0.0)
    assert len(looked) == looks
