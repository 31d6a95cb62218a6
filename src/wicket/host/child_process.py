"""One process, done right, for everybody above it.

A child leads a session and a process group of its own. Its output goes to callbacks, its input through a
bounded queue, its stderr where it was told to; nothing that it does or leaves undone makes anybody wait.
There is no task and no thread per child: everything happens in callbacks of the loop, so there is nothing to
cancel or to forget.

The life of a child:

    running ──leader exits──▸ leaving ──stdout ends, or DRAIN_GRACE_S passes──▸ ended

`on_exit` is called when the leader exits, after everything it had written was given to `on_data`. What the
rest of its group still writes is taken for DRAIN_GRACE_S more; then `on_eof` is called, the group is killed,
and only then the leader is reaped. Until then it is a zombie on purpose: its number cannot be given to a
stranger, so that the signal cannot hit one.

What leaves the group (`setpgid`, as `timeout` does) but not the session is swept by the guardian within a
moment; what makes a session of its own, as daemons do, has left for good and is nobody's child any more.
"""

import asyncio
import os
import signal
import subprocess
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, nullcontext, suppress
from dataclasses import replace
from pathlib import Path
from typing import Self

from wicket.host.errors import ExtensionNotStarted
from wicket.host.guardian_client import Guardian
from wicket.host.pipes import MAX_QUEUED_BYTES, Inlet, Outlet, tell
from wicket.host.process_exit import Exit, ExitWatch, reap
from wicket.host.spawn import spawn
from wicket.host.stderr_capture import Stderr, StderrSink

__all__ = ["DRAIN_GRACE_S", "STOP_GRACE_S", "TERM_GRACE_S", "Child"]

# How long a group may go on writing to stdout once its leader has left.
DRAIN_GRACE_S = 1.0

# How long a child that was told goodbye may take to leave by itself.
STOP_GRACE_S = 2.0

# How long it may take to leave after TERM.
TERM_GRACE_S = 1.0

# KILL is not refused, but the kernel may be busy with the dead: a core dump, a slow disk.
KILL_GRACE_S = 2.0


class Child:
    """A running process. Make it with `start()`; whoever does so owes it a `stop()` or a `kill()`."""

    __slots__ = (
        "__weakref__",
        "_drain_timer",
        "_ended",
        "_exited",
        "_guardian",
        "_on_eof",
        "_on_exit",
        "_process",
        "_signals_sent",
        "_stderr",
        "_stdin",
        "_stdout",
        "_watch",
        "extension",
        "pid",
        "status",
    )

    def __init__(
        self,
        extension: str,
        process: subprocess.Popen[bytes],
        stdin: Outlet,
        stdout: int,
        stderr: StderrSink,
        on_data: Callable[[bytes], object],
        on_eof: Callable[[], object] | None,
        on_exit: Callable[[Exit], object] | None,
        guardian: Guardian | None,
    ) -> None:
        """Take over a process that was just spawned. For `start()`."""
        self.extension = extension
        self.pid = process.pid
        self.status: Exit | None = None  # how the leader ended, once it has
        self._process = process
        self._stdin = stdin
        self._stdout = Inlet(stdout, on_data, self._stdout_ended)
        self._stderr = stderr
        self._on_eof = on_eof
        self._on_exit = on_exit
        self._guardian = guardian
        self._signals_sent: set[int] = set()
        self._drain_timer: asyncio.TimerHandle | None = None
        self._exited = asyncio.Event()
        self._ended = asyncio.Event()
        self._watch = ExitWatch(process.pid, self._leader_exited)

    @classmethod
    async def start(
        cls,
        extension: str,
        argv: Sequence[str],
        *,
        cwd: Path,
        env: Mapping[str, str],
        stderr: Path | Stderr,
        on_data: Callable[[bytes], object],
        on_eof: Callable[[], object] | None = None,
        on_exit: Callable[[Exit], object] | None = None,
        guardian: Guardian | None = None,
        max_queued_bytes: int = MAX_QUEUED_BYTES,
        pass_fds: Sequence[int] = (),
    ) -> Self:
        """Start `argv` in `cwd` with exactly `env`; a `stderr` that is a path is a log to append to.

        `on_data` gets what comes from stdout, in order. `on_eof` is called once, after the last of it;
        `on_exit` once, when the leader has exited. None of them is called before the caller has the child,
        provided that it awaits this directly.

        Raises:
            ExtensionNotStarted: the program cannot be started, or its log not be opened.
        """
        with ExitStack() as undo:  # what to close if it comes to nothing
            try:
                sink = StderrSink(stderr)
                undo.callback(sink.close)
                child_stdin, our_stdin = _pipe(undo)
                our_stdout, child_stdout = _pipe(undo)
            except OSError as error:
                raise ExtensionNotStarted(extension, f"cannot prepare its pipes or its log: {error}") from error
            with guardian.expecting(our_stdout) if guardian is not None else nullcontext():
                process = await spawn(
                    extension,
                    argv,
                    cwd=cwd,
                    env=env,
                    stdin=child_stdin,
                    stdout=child_stdout,
                    stderr=sink.child_end,
                    pass_fds=pass_fds,
                )
                if guardian is not None:
                    guardian.watch(process.pid)
            undo.pop_all()
        # From here on nothing waits, so there is no moment in which the process has no owner.
        os.close(child_stdin)
        os.close(child_stdout)
        try:
            sink.spawned()
            outlet = Outlet(our_stdin, max_queued_bytes)
            return cls(extension, process, outlet, our_stdout, sink, on_data, on_eof, on_exit, guardian)
        except BaseException:  # the loop takes no more descriptors
            os.killpg(process.pid, signal.SIGKILL)
            if guardian is not None:
                guardian.forget(process.pid)
            process.wait()
            asyncio.get_running_loop().remove_reader(our_stdout)
            os.close(our_stdout)
            os.close(our_stdin)
            sink.close()
            raise

    # ── talking ──────────────────────────────────────────────────────────────

    @property
    def writable(self) -> bool:
        """Whether stdin is open: nobody has closed it, as far as we know."""
        return self._stdin.open

    @property
    def queued_bytes(self) -> int:
        """How much the child has not read yet, beyond what its pipe holds."""
        return self._stdin.queued_bytes

    def write(self, data: bytes) -> bool:
        """Send `data` or queue it, whole or not at all; never wait.

        False: nothing was taken. Either the queue is full, for the child does not read, or stdin is closed
        (`writable` tells which). What to do then is for the caller to decide: wait with `drained()`, drop, or
        stop it.
        """
        return self._stdin.write(data)

    async def drained(self) -> bool:
        """Wait until nothing is queued. False: stdin was closed, or the child gone, before that."""
        return await self._stdin.drained()

    def close_stdin(self) -> None:
        """Close stdin as soon as what is queued has been written."""
        self._stdin.finish()

    def pause(self) -> None:
        """Read no stdout until `resume()`. What is unread DRAIN_GRACE_S after the leader has left is lost."""
        self._stdout.pause()

    def resume(self) -> None:
        """Read stdout again."""
        self._stdout.resume()

    def drain(self) -> None:
        """Take what stdout holds now, paused or not: for those who want all of it at once when the leader has left."""
        self._stdout.drain(paused=True)

    # ── leaving ──────────────────────────────────────────────────────────────

    async def exited(self) -> Exit:
        """Wait until the leader has exited, and say how."""
        await self._exited.wait()
        return self.status or Exit()

    async def ended(self) -> Exit:
        """Wait until it is all over: stdout has ended, the group was killed, the leader is reaped."""
        await self._ended.wait()
        return self.status or Exit()

    async def stop(
        self,
        goodbye: bytes | None = None,
        *,
        grace_s: float = STOP_GRACE_S,
        term_grace_s: float = TERM_GRACE_S,
    ) -> Exit | None:
        """End the child and its whole group, politely at first, and say how it left.

        The ladder: `goodbye` is written and stdin closed; after `grace_s`, TERM to the group; after
        `term_grace_s`, KILL to the group. Reading goes on meanwhile, so an answer to the goodbye still
        arrives. It may be called twice, at once or after death. Cancelled, it kills at once. None: the kernel
        did not let go of it in time, and it will be reaped when it does.
        """
        try:
            # A goodbye that does not fit is not said: a child so far behind would not hear it.
            if goodbye is not None:
                self._stdin.write(goodbye)
            self._stdin.finish()
            if not await _within(grace_s, self._exited):
                self._signal_group(signal.SIGTERM)
                self._stdin.close()
                if not await _within(term_grace_s, self._exited):
                    self.kill()
                    await _within(KILL_GRACE_S, self._exited)
            # The leader has left; the others are asked to, and killed when their output ends or time is up.
            self._signal_group(signal.SIGTERM)
            await _within(2 * DRAIN_GRACE_S, self._ended)
        except BaseException:
            self.kill()
            await _within(KILL_GRACE_S, self._ended)
            raise
        return self.status

    def kill(self) -> None:
        """Kill the whole group now. `ended()` follows by itself, at once: the dead have no more to say."""
        self._stdin.close()
        self._signal_group(signal.SIGKILL)
        if self._exited.is_set():
            self._end()

    def _signal_group(self, number: signal.Signals) -> None:
        """Send a signal to the group, each kind once: some programs take a second TERM for impatience."""
        if self._ended.is_set() or number in self._signals_sent:
            return
        self._signals_sent.add(number)
        # Nobody there; or nobody we may signal: a set-uid program, or on macOS a group of nothing but
        # zombies.
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, number)

    def _leader_exited(self, status: Exit) -> None:
        self._stdin.close()
        # What the leader wrote before it left is in the pipe already, and is heard before the news of its
        # leaving.
        self._stdout.drain()
        self.status = replace(status, last_lines=self._stderr.last_lines())
        self._exited.set()
        if self._stdout.open and signal.SIGKILL not in self._signals_sent:
            self._drain_timer = asyncio.get_running_loop().call_later(DRAIN_GRACE_S, self._end)
        if self._on_exit is not None:
            tell(self._on_exit, self.status)
        if self._drain_timer is None:
            self._end()

    def _stdout_ended(self) -> None:
        if self._on_eof is not None:
            tell(self._on_eof)
        if self._exited.is_set():
            self._end()

    def _end(self) -> None:
        if self._ended.is_set():
            return
        if self._drain_timer is not None:
            self._drain_timer.cancel()
        # The order is the point: the group is killed and the guardian told while the zombie still holds the
        # number. A KILL sent earlier may have missed those that another signal's handler has forked since.
        self._signals_sent.discard(signal.SIGKILL)
        self._signal_group(signal.SIGKILL)
        if self._guardian is not None:
            self._guardian.forget(self.pid)
        self._ended.set()
        reap(self.pid)
        self._process.returncode = 0  # else Popen would complain that nobody waited
        self._stdout.close()
        self._stderr.close()


def _pipe(undo: ExitStack) -> tuple[int, int]:
    reader, writer = os.pipe()
    undo.callback(os.close, reader)
    undo.callback(os.close, writer)
    return reader, writer


async def _within(seconds: float, event: asyncio.Event) -> bool:
    """Wait for an event no longer than this, and say whether it has come."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await event.wait()
    return event.is_set()
