"""One process, done right: whatever it does or leaves undone, nobody waits and nothing is left."""

import asyncio
import itertools
import os
import shutil
import signal
import stat
import sys
import uuid
from collections.abc import Callable
from pathlib import Path

import pytest

from bounds import SOON_S
from host.processes import (
    BOUND_S,
    ENV,
    PYTHON,
    Listener,
    descriptors,
    eventually,
    marked,
    running,
    threads,
    zombies,
)
from wicket.host import child_process as child_module
from wicket.host import process_exit
from wicket.host.child_process import Child
from wicket.host.errors import ExtensionNotStarted
from wicket.host.process_exit import Exit
from wicket.host.stderr_capture import Stderr

MEGABYTE = 1024 * 1024


@pytest.fixture
def marker() -> str:
    """A variable that a process and all that come of it carry."""
    return f"WICKET_TEST_MARKER={uuid.uuid4().hex}"


def env_with(marker: str) -> dict[str, str]:
    name, _, value = marker.partition("=")
    return ENV | {name: value}


# ── talking ──────────────────────────────────────────────────────────────────


async def test_what_is_written_comes_back() -> None:
    async with running(["cat"]) as (child, listener):
        assert child.write(b"hello\n")
        await listener.until_heard(b"hello\n")
        child.close_stdin()
        assert await child.ended() == Exit(code=0)
    assert listener.story == ["data", "eof", "exit: exit code 0"]


async def test_a_child_leads_its_own_session_in_its_own_folder(tmp_path: Path) -> None:
    script = "import os; print(os.getsid(0) == os.getpgid(0) == os.getpid(), os.getcwd(), dict(os.environ))"
    env = {"ONLY": "this", "LC_CTYPE": "C.UTF-8"}  # Python sets the second by itself
    async with running([*PYTHON, script], cwd=tmp_path, env=env) as (child, listener):
        assert (await child.ended()).code == 0
    assert listener.heard.decode() == f"True {tmp_path} {env}\n"


async def test_a_child_inherits_no_other_descriptors() -> None:
    keep = os.open("/dev/null", os.O_RDONLY)
    os.set_inheritable(keep, True)
    try:
        async with running(["sh", "-c", "ls /proc/$$/fd"]) as (child, listener):
            await child.ended()
    finally:
        os.close(keep)
    assert set(listener.heard.decode().split()) <= {
        "0",
        "1",
        "2",
        "10",
        "255",
    }  # the last two are the shell's own


async def test_ten_megabytes_of_stdout_and_stderr_at_once() -> None:
    script = """
import os, threading
def pour(fd):
    for _ in range(160): os.write(fd, b"x" * 65536)
both = [threading.Thread(target=pour, args=(fd,)) for fd in (1, 2)]
[one.start() for one in both]; [one.join() for one in both]
os.write(2, b"\\nlast words\\n")
"""
    async with asyncio.timeout(BOUND_S):
        async with running([*PYTHON, script]) as (child, listener):
            status = await child.ended()
    assert (len(listener.heard), status) == (10 * MEGABYTE, Exit(code=0, last_lines=("last words",)))


async def test_a_megabyte_arrives_whole_and_in_order() -> None:
    message = bytes(range(256)) * 4096
    async with running(["cat"]) as (child, listener):
        assert child.write(message)
        assert child.write(b"end")
        child.close_stdin()
        assert await child.drained()
        await child.ended()
    assert bytes(listener.heard) == message + b"end"


async def test_a_child_that_does_not_read_fills_its_queue_and_nothing_else() -> None:
    async with running(["sleep", "1000"], max_queued_bytes=MEGABYTE) as (child, _):
        chunk = b"x" * 65536
        taken = 0
        while child.write(chunk):
            taken += 1
        assert MEGABYTE - len(chunk) < child.queued_bytes <= MEGABYTE
        assert child.writable is True
        assert not child.write(b"x" * (MEGABYTE - child.queued_bytes + 1))
        async with asyncio.timeout(BOUND_S), asyncio.TaskGroup() as tasks:
            waiting = tasks.create_task(child.drained())
            await asyncio.sleep(0)
            child.kill()
        assert waiting.result() is False
        assert not child.write(b"too late")


async def test_an_empty_queue_takes_a_message_of_any_size() -> None:
    async with running(["cat"], max_queued_bytes=10) as (child, listener):
        assert child.write(b"x" * MEGABYTE)
        assert not child.write(b"x" * 11)
        assert await child.drained()
        assert child.write(b"x" * MEGABYTE)
        await listener.until(lambda: len(listener.heard) == 2 * MEGABYTE)


async def test_a_child_that_closes_its_stdin_can_still_answer() -> None:
    async with running(["sh", "-c", "exec <&-; echo deaf; read x; sleep 1000"]) as (child, listener):
        await listener.until_heard(b"deaf\n")
        await eventually(lambda: not child.write(b"hello?\n"))
        assert not child.writable
        assert child.status is None


async def test_reading_can_be_paused() -> None:
    async with running(["cat"]) as (child, listener):
        child.pause()
        child.pause()
        child.write(b"x" * (4 * MEGABYTE))
        for _ in range(100):
            await asyncio.sleep(0)
        assert listener.heard == b""
        child.resume()
        child.resume()
        await listener.until(lambda: len(listener.heard) == 4 * MEGABYTE)


async def test_a_listener_that_fails_is_reported_and_costs_nothing() -> None:
    reported: list[str] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: reported.append(context["message"]))

    def fail(*_: object) -> None:
        raise ZeroDivisionError("bad listener")

    async with running(["echo", "hi"], on_data=fail, on_eof=fail, on_exit=fail) as (child, _):
        async with asyncio.timeout(BOUND_S):
            assert await child.ended() == Exit(code=0)
    assert reported == ["a listener of a child process failed: ZeroDivisionError('bad listener')"] * 3


# ── stderr ───────────────────────────────────────────────────────────────────


async def test_a_crash_is_reported_with_its_last_words() -> None:
    script = "import sys; print('starting', file=sys.stderr); sys.exit('no such model: x')"
    async with running([*PYTHON, script]) as (child, _):
        status = await child.exited()
    assert status == Exit(code=1, last_lines=("starting", "no such model: x"))


async def test_a_log_is_appended_to_and_gives_the_last_words_of_this_child_alone(tmp_path: Path) -> None:
    log = tmp_path / "ext-clock.log"
    log.write_bytes(b"from an earlier run\n")
    for number in (1, 2):
        async with running(["sh", "-c", f"echo run {number} >&2; exit {number}"], stderr=log) as (child, _):
            assert await child.exited() == Exit(code=number, last_lines=(f"run {number}",))
    assert log.read_bytes() == b"from an earlier run\nrun 1\nrun 2\n"


async def test_a_new_log_is_for_its_owner_only(tmp_path: Path) -> None:
    log = tmp_path / "ext-clock.log"
    async with running(["true"], stderr=log) as (child, _):
        await child.ended()
    assert stat.S_IMODE(log.stat().st_mode) == 0o600


async def test_discarded_stderr_is_never_seen() -> None:
    async with running(["sh", "-c", "echo secret >&2; exit 1"], stderr=Stderr.DISCARD) as (child, _):
        assert await child.exited() == Exit(code=1)


# ── leaving ──────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("script", "status"),
    [
        pytest.param("exit 0", Exit(code=0), id="zero"),
        pytest.param("exit 7", Exit(code=7), id="seven"),
        pytest.param("kill -SEGV $$", Exit(signal=signal.SIGSEGV), id="crash"),
        pytest.param("kill -KILL $$", Exit(signal=signal.SIGKILL), id="killed"),
    ],
)
@pytest.mark.parametrize("pidfd", [True, False], ids=["pidfd", "no-pidfd"])
async def test_death_is_reported_with_code_or_signal(
    script: str, status: Exit, pidfd: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not pidfd:
        monkeypatch.delattr(os, "pidfd_open")
    async with asyncio.timeout(BOUND_S), running(["sh", "-c", script]) as (child, listener):
        assert await child.exited() == status
        assert await child.ended() == status
    assert listener.story == ["eof", f"exit: {status}"]


async def test_the_last_answer_is_heard_before_the_news_of_the_death() -> None:
    for _ in range(20):
        async with running(["sh", "-c", "echo answer; (sleep 1000) & exit 3"]) as (child, listener):
            await child.exited()
            assert (bytes(listener.heard), listener.story) == (b"answer\n", ["data", "exit: exit code 3"])


async def test_death_is_noticed_at_once_though_a_grandchild_holds_stdout(marker: str) -> None:
    script = "(echo later; exec sleep 1000) & exit 4"
    async with running(["sh", "-c", script], env=env_with(marker)) as (child, listener):
        loop = asyncio.get_running_loop()
        assert (await child.exited()).code == 4
        assert "eof" not in listener.story
        left = loop.time()
        async with asyncio.timeout(BOUND_S):
            await child.ended()
        assert child_module.DRAIN_GRACE_S * 0.9 < loop.time() - left < child_module.DRAIN_GRACE_S + SOON_S
        assert (bytes(listener.heard), listener.story[-1]) == (b"later\n", "eof")
        await eventually(lambda: not marked(marker))


async def test_who_was_killed_has_no_more_to_say(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child_module, "DRAIN_GRACE_S", BOUND_S)
    async with running(["sh", "-c", "setsid sleep 1000 & echo $!; wait"]) as (child, listener):
        await listener.until_heard(b"\n")
        loop = asyncio.get_running_loop()
        killed = loop.time()
        child.kill()
        await child.ended()
        assert loop.time() - killed < SOON_S
        os.kill(int(listener.heard), signal.SIGKILL)


async def test_a_child_can_be_killed_while_it_leaves() -> None:
    async with running(["sh", "-c", "sleep 1000 & exit 3"]) as (child, listener):
        await child.exited()
        child.kill()
        assert zombies() == set()
    assert listener.story == ["exit: exit code 3", "eof"]


async def test_a_child_can_be_killed_from_a_callback() -> None:
    async with asyncio.timeout(BOUND_S):
        for when in ("on_data", "on_eof", "on_exit"):
            killed = asyncio.Event()

            def kill(*_: object, killed: asyncio.Event = killed) -> None:
                child.kill()
                killed.set()

            async with running(["sh", "-c", "echo hi; sleep 1000 & exit 3"], **{when: kill}) as (child, _):
                await killed.wait()


async def test_a_grandchild_that_holds_nothing_is_killed_too(marker: str) -> None:
    script = "sleep 1000 <&- >/dev/null 2>&1 & exit 0"
    async with running(["sh", "-c", script], env=env_with(marker)) as (child, _):
        async with asyncio.timeout(BOUND_S):
            await child.ended()
        await eventually(lambda: not marked(marker))


async def test_a_leader_stays_a_zombie_until_its_group_is_dead() -> None:
    async with running(["sh", "-c", "sleep 1000 & exit 0"]) as (child, _):
        await child.exited()
        assert zombies() == {child.pid}
        await child.ended()
        assert zombies() == set()


async def test_stop_says_goodbye_and_hears_the_answer() -> None:
    async with running(["sh", "-c", 'read line; echo "ack: $line"; cat; exit 5']) as (child, listener):
        assert await child.stop(b"shutdown\n") == Exit(code=5)
        assert bytes(listener.heard) == b"ack: shutdown\n"


async def test_stop_closes_stdin_for_whom_that_is_enough() -> None:
    async with running(["cat"]) as (child, _):
        assert await child.stop() == Exit(code=0)


async def test_stop_terminates_who_does_not_hear() -> None:
    async with running(["sleep", "1000"]) as (child, _):
        assert await child.stop(grace_s=0.05) == Exit(signal=signal.SIGTERM)


async def test_stop_terminates_who_does_not_read() -> None:
    async with running(["sleep", "1000"]) as (child, _):
        child.write(b"x" * MEGABYTE)
        assert await child.stop(b"bye\n", grace_s=0.05) == Exit(signal=signal.SIGTERM)


async def test_stop_kills_who_ignores_term() -> None:
    script = "trap '' TERM; echo deaf; while :; do sleep 1000; done"
    async with running(["sh", "-c", script]) as (child, listener):
        await listener.until_heard(b"deaf\n")
        assert await child.stop(grace_s=0.05, term_grace_s=0.05) == Exit(signal=signal.SIGKILL)


async def test_stop_ends_who_was_halted() -> None:
    async with running(["sleep", "1000"]) as (child, _):
        os.kill(child.pid, signal.SIGSTOP)
        assert await child.stop(grace_s=0.05, term_grace_s=0.05) == Exit(signal=signal.SIGKILL)


async def test_stop_ends_the_whole_group(marker: str) -> None:
    script = "sleep 1000 & sleep 1000"
    async with running(["sh", "-c", script], env=env_with(marker)) as (child, _):
        await eventually(lambda: len(marked(marker)) == 3)
        assert await child.stop(grace_s=0.05) == Exit(signal=signal.SIGTERM)
        await eventually(lambda: not marked(marker))


async def test_stop_ends_a_group_that_ignores_term_after_its_leader_left(marker: str) -> None:
    script = "(trap '' TERM; echo deaf; while :; do sleep 1000; done) & wait; exit 0"
    async with running(["sh", "-c", script], env=env_with(marker)) as (child, listener):
        await listener.until_heard(b"deaf\n")
        os.kill(child.pid, signal.SIGKILL)
        async with asyncio.timeout(BOUND_S):
            assert await child.stop() == Exit(signal=signal.SIGKILL)
        await eventually(lambda: not marked(marker))


async def test_stop_after_death_says_how_it_died() -> None:
    async with running(["sh", "-c", "exit 6"]) as (child, _):
        await child.ended()
        assert await child.stop(b"bye\n") == Exit(code=6)
        child.kill()
        assert await child.stop() == Exit(code=6)


async def test_stop_twice_at_once_is_one_goodbye() -> None:
    async with running(["cat"]) as (child, listener):
        async with asyncio.timeout(BOUND_S), asyncio.TaskGroup() as tasks:
            both = [tasks.create_task(child.stop(b"bye\n")) for _ in range(2)]
        assert [one.result() for one in both] == [Exit(code=0)] * 2
        assert bytes(listener.heard) == b"bye\n"


async def test_stop_that_is_cancelled_kills_at_once(marker: str) -> None:
    script = "trap '' TERM; echo deaf; while :; do sleep 1000; done"
    async with running(["sh", "-c", script], env=env_with(marker)) as (child, listener):
        await listener.until_heard(b"deaf\n")
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.05):
                await child.stop(grace_s=1000)
        assert child.status == Exit(signal=signal.SIGKILL)
        assert zombies() == set()
        await eventually(lambda: not marked(marker))


async def test_a_waiter_that_is_cancelled_harms_no_other() -> None:
    async with running(["cat"]) as (child, _):
        async with asyncio.timeout(BOUND_S), asyncio.TaskGroup() as tasks:
            patient = tasks.create_task(child.ended())
            hasty = tasks.create_task(child.exited())
            await asyncio.sleep(0)
            hasty.cancel()
            await child.stop()
        assert patient.result() == Exit(code=0)


async def test_a_status_that_somebody_else_took_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    async with running(["cat"]) as (child, _):
        real = process_exit.peek

        def too_late(pid: int) -> Exit | None:
            os.waitpid(pid, 0)
            return real(pid)

        monkeypatch.setattr(process_exit, "peek", too_late)
        assert await child.stop() == Exit()
        assert str(child.status) == "exit code unknown"


# ── starting ─────────────────────────────────────────────────────────────────


async def test_a_failed_start_leaks_nothing(tmp_path: Path) -> None:
    before = descriptors()
    for stderr in (Stderr.TAIL, Stderr.DISCARD, tmp_path / "log"):
        with pytest.raises(ExtensionNotStarted, match="no such program"):
            async with running(["/no/such/program"], stderr=stderr):
                pass
    assert descriptors() == before


async def test_a_log_that_cannot_be_opened_is_named(tmp_path: Path) -> None:
    before = descriptors()
    with pytest.raises(ExtensionNotStarted) as caught:
        async with running(["true"], stderr=tmp_path / "no" / "log"):
            pass
    assert str(caught.value) == (
        f"clock: cannot prepare its pipes or its log: [Errno 2] No such file or directory: '{tmp_path}/no/log'"
    )
    assert descriptors() == before


async def test_a_start_that_is_cancelled_leaves_no_process(tmp_path: Path, marker: str) -> None:
    program = tmp_path / "busy"
    shutil.copy("/bin/sleep", program)
    before = descriptors()
    # As long as it is open for writing it cannot be executed.
    with program.open("r+b"), pytest.raises(TimeoutError):
        async with asyncio.timeout(0.05), running([str(program), "1000"], env=env_with(marker)):
            pass
    assert (marked(marker), descriptors()) == (set(), before)


@pytest.mark.parametrize("refused", [1, 2], ids=["stderr", "stdout"])
async def test_a_loop_that_takes_no_descriptor_leaves_no_process(
    refused: int, marker: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    loop = asyncio.get_running_loop()
    add_reader = loop.add_reader
    asked = itertools.count(1)

    def take(fd: int, callback: Callable[[], object]) -> None:
        if next(asked) == refused:
            raise OSError(28, "No space left on device")
        add_reader(fd, callback)

    before = descriptors()
    monkeypatch.setattr(loop, "add_reader", take)
    with pytest.raises(OSError, match="No space left"):
        async with running(["sleep", "1000"], env=env_with(marker)):
            pass
    assert (marked(marker), zombies(), descriptors()) == (set(), set(), before)


# ── many ─────────────────────────────────────────────────────────────────────


async def test_a_hundred_children_cost_no_thread_and_leave_nothing(marker: str) -> None:
    descriptors_before, threads_before = descriptors(), threads()
    listeners = [Listener() for _ in range(100)]
    children = [
        await Child.start(
            f"child-{number}",
            ["cat"],
            cwd=Path("/"),
            env=env_with(marker),
            stderr=Stderr.DISCARD,
            on_data=listener.on_data,
        )
        for number, listener in enumerate(listeners)
    ]
    assert threads() == threads_before
    await eventually(lambda: len(marked(marker)) == 100)
    for number, child in enumerate(children):
        child.write(b"%d" % number)
    async with asyncio.timeout(BOUND_S), asyncio.TaskGroup() as tasks:
        stopped = [tasks.create_task(child.stop(b"!")) for child in children]
    assert {one.result() for one in stopped} == {Exit(code=0)}
    assert [bytes(listener.heard) for listener in listeners] == [b"%d!" % number for number in range(100)]
    assert (descriptors(), threads(), zombies(), marked(marker)) == (
        descriptors_before,
        threads_before,
        set(),
        set(),
    )


@pytest.mark.skipif(sys.platform != "linux", reason="counts descriptors through /proc")
async def test_an_idle_child_holds_three_descriptors() -> None:
    before = descriptors()
    async with running(["cat"], stderr=Stderr.DISCARD):
        assert descriptors() - before == 3  # stdin, stdout, pidfd
    assert descriptors() == before
