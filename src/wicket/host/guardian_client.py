"""The host's end of the guardian: no child outlives its host, even when that is killed with -9.

A host has one guardian: a small process of its own that holds the reading end of a pipe. It is told which
groups live, and when the pipe closes it ends those that are left (`guardian_process`). `PR_SET_PDEATHSIG` would not do:
it reaches neither grandchildren nor set-uid programs, and needs a `preexec_fn`.

Where a wheel was built with a C compiler, a small program keeps watch until there is somebody to end.

A child is announced before it is spawned, by the pipe that will be its stdout, and named right after. So the
guardian finds it even if the host is killed in between, where there is a /proc; elsewhere that fraction of a
millisecond leaves a child that finds its stdin closed and has to draw its own conclusion.
"""

import asyncio
import importlib.util
import logging
import os
import struct
import subprocess
import sys
from collections.abc import Iterator, Set
from contextlib import contextmanager, suppress

from wicket import c_programs
from wicket.host import guardian_process
from wicket.host.pipes import Outlet
from wicket.host.process_exit import Exit, ExitWatch, reap

__all__ = ["WATCHER", "Guardian", "start_sweep"]

log = logging.getLogger(__name__)

# Keeps watch in the place of the guardian, which it becomes when there is something to do. It starts in no time.
WATCHER = "wicket-guardian"

# A guardian that somebody kills is replaced; one that cannot live here is not tried for ever.
MAX_RESTARTS = 5
STEADY_S = 60.0

# How long `close()` waits beyond what the sweep of the last groups may take.
CLOSE_GRACE_S = 1.0


def start_sweep() -> tuple[subprocess.Popen[bytes], int]:
    """Start a guardian's process, and give it with our end of its pipe.

    Raises:
        OSError: it cannot be started.
    """
    reader, writer = os.pipe()
    try:
        process = _spawn(reader)
    except BaseException:
        os.close(writer)
        raise
    finally:
        os.close(reader)
    return process, writer


def _spawn(reader: int) -> subprocess.Popen[bytes]:
    host = [str(os.getpid()), str(os.getsid(0))]
    program = _program()
    ways = [[sys.executable, "-I", "-S", program, *host]]
    if (watcher := c_programs.installed(WATCHER)) is not None:
        ways.insert(0, [watcher, *host, sys.executable, program])
    for words in ways:
        try:
            return subprocess.Popen(  # noqa: S603 - our own interpreter and our own files
                words,
                cwd="/",
                env={},
                stdin=reader,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        except OSError:  # such as a program of another machine
            if words is ways[-1]:
                raise
    raise AssertionError("the last way returns or raises")


def _program() -> str:
    """Name the guardian's file: the compiled one if it is of this source, for compiling takes as long as starting."""
    source = guardian_process.__file__
    try:
        compiled = importlib.util.cache_from_source(source)
        with open(compiled, "rb") as file:
            magic, flags, changed, size = struct.unpack("<4sLLL", file.read(16))
        found = os.stat(source)
    except (OSError, struct.error, NotImplementedError):
        return source
    wanted = (importlib.util.MAGIC_NUMBER, 0, int(found.st_mtime) & 0xFFFFFFFF, found.st_size & 0xFFFFFFFF)
    return compiled if (magic, flags, changed, size) == wanted else source


class Guardian:
    """The host's end of the guardian. Make it in a running loop, and `close()` it at last."""

    def __init__(self) -> None:
        """Start the process.

        Raises:
            OSError: it cannot be started.
        """
        self._groups: dict[int, int] = {}  # each leader, and when it was started
        self._strays: dict[int, int] = {}  # sessions that our children's children have made, and when
        self._expected: set[int] = set()  # the pipes of those that are being spawned
        self._closing = False
        self._restarts = 0
        self._started_at = 0.0
        self._gone = asyncio.Event()
        self._start()

    @property
    def pid(self) -> int:
        """The guardian's process."""
        return self._process.pid

    @property
    def alive(self) -> bool:
        """Whether somebody watches. False after it died too often, or was closed."""
        return not self._gone.is_set()

    @property
    def idle(self) -> bool:
        """Whether there is nobody to watch."""
        return not self._groups and not self._expected

    def watches(self, pid: int) -> bool:
        """Whether a process is the guardian's own, or leads a group that it watches."""
        return pid == self._process.pid or pid in self._groups

    @contextmanager
    def expecting(self, stdout: int) -> Iterator[None]:
        """Announce a child about to be spawned, by either end of its stdout; then `watch()` it.

        Where that is interrupted, by an exception that a signal raised, the child may be there without anybody having
        seen it. It stays announced then, and is found by its stdout when the host is gone.
        """
        pipe = os.fstat(stdout).st_ino
        self._expected.add(pipe)
        self._pipe.write(b"?%d\n" % pipe)
        try:
            yield
        except (KeyboardInterrupt, SystemExit):
            raise
        except BaseException:  # it could not be spawned
            self._withdraw(pipe)
            raise
        self._withdraw(pipe)

    def _withdraw(self, pipe: int) -> None:
        self._expected.discard(pipe)
        self._pipe.write(b"!%d\n" % pipe)

    def watch(self, group: int) -> None:
        """Have a group ended if the host dies. `group` is a child of ours and has not been reaped."""
        self._groups[group] = guardian_process.start_time(group)
        self._say_watched(group)

    def watch_strays(self, sessions: Set[int]) -> None:
        """Have sessions ended if the host dies that it has not started itself. Those that are not named are over."""
        for session in sorted(self._strays.keys() - sessions):
            del self._strays[session]
            if session not in self._groups:
                self._pipe.write(b"-%d\n" % session)
        for session in sorted(sessions - self._strays.keys()):
            self._strays[session] = guardian_process.start_time(session)
            self._pipe.write(b"+%d %d\n" % (session, self._strays[session]))

    def forget(self, group: int) -> None:
        """Let go of a group that is over. Comes before its leader is reaped: the number is still its own."""
        if self._groups.pop(group, None) is not None:
            self._pipe.write(b"-%d\n" % group)

    async def close(self) -> None:
        """Let the guardian go. Groups that it still watches are ended."""
        self._closing = True
        self._pipe.finish()
        with suppress(TimeoutError):
            async with asyncio.timeout(guardian_process.TERM_GRACE_S + guardian_process.KILL_GRACE_S + CLOSE_GRACE_S):
                await self._gone.wait()
        if not self._gone.is_set():
            self._process.kill()
            await self._gone.wait()

    def _start(self) -> None:
        self._process, writer = start_sweep()
        self._started_at = asyncio.get_running_loop().time()
        self._pipe = Outlet(writer)
        self._watch = ExitWatch(self._process.pid, self._left)

    def _left(self, status: Exit) -> None:
        reap(self._process.pid)
        self._process.returncode = 0  # else Popen would complain that nobody waited
        self._pipe.close()
        if self._closing:
            self._gone.set()
            return
        if asyncio.get_running_loop().time() - self._started_at > STEADY_S:
            self._restarts = 0
        self._restarts += 1
        if self._restarts > MAX_RESTARTS:
            log.error("the guardian died again (%s): children may outlive this host", status)
            self._gone.set()
            return
        log.warning("the guardian died (%s) and is replaced", status)
        try:
            self._start()
        except OSError as error:
            log.error("the guardian cannot be replaced: children may outlive this host: %s", error)
            self._gone.set()
            return
        for pipe in self._expected:
            self._pipe.write(b"?%d\n" % pipe)
        for group in self._groups:
            self._say_watched(group)
        strays, self._strays = self._strays.keys(), {}
        self.watch_strays(strays)

    def _say_watched(self, group: int) -> None:
        self._pipe.write(b"+%d %d\n" % (group, self._groups[group]))
