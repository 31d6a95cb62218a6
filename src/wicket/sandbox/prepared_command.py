"""A command that is ready to be started in its sandbox, and one that runs there, whichever driver holds it."""

import os
import sys
from _socket import CMSG_LEN, MSG_CMSG_CLOEXEC, SCM_RIGHTS, SOL_SOCKET, socketpair  # `socket` takes long to be imported
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from wicket.sandbox.confinement import Confinement
from wicket.sandbox.errors import CannotHold
from wicket.sandbox.spawned_process import SpawnedProcess, spawn
from wicket.sandbox.system_calls_told_by_kernel import Attempts

# `signal` makes enumerations of its numbers, which takes longer than all that is done with them here.
TYPE_CHECKING = False
if TYPE_CHECKING:
    import signal

    from wicket.sandbox.refused_attempts import RefusedAttempts
else:
    import _signal as signal

__all__ = ["MAX_COMPLAINT", "Prepared", "Running", "heeded_signals", "held", "signals_kept_away", "start"]

# While the sandbox is built they are kept away: sent by a terminal, they are for the command.
_SIGNALS = (
    *(signal.SIGINT, signal.SIGQUIT, signal.SIGTERM, signal.SIGHUP, signal.SIGUSR1, signal.SIGUSR2),
    *(signal.SIGALRM, signal.SIGVTALRM),
)

MAX_COMPLAINT = 4096

_DESCRIPTOR_BYTES = 4

# More than a pipe holds.
_MAX_TOLD_BYTES = 1 << 20


class Prepared:
    """A command in its sandbox, ready to be started.

    Whoever starts `command` does so with an empty environment, with `descriptors` and in `signals_kept_away`, calls
    `spawned()` at once, then `confirm()`, and `release()` when the command has ended.
    """

    def __init__(
        self,
        confinement: Confinement,
        command: Callable[..., list[str]],
        descriptors: Sequence[int],
        release: Callable[[], None],
        *,
        below: bool = False,
        understood: Callable[[bytes], Attempts] | None = None,
    ) -> None:
        """`command` is made of the descriptors: that to answer on, that to tell processes on, then `descriptors`.

        `below`: the process that is told of is not the command, but its parent. `understood` makes attempts of what is
        told behind the process when the command has ended; without it, nothing is.
        """
        self.confinement = confinement
        self._release = release
        self._attempts: RefusedAttempts | None = None
        self._understood = understood
        self._process: int | None = None
        self.below = below
        self.answers, answering = socketpair()
        self.status, telling = os.pipe()
        self.descriptors: tuple[int, ...] = (answering.detach(), telling, *descriptors)
        self._ours = [self.status]
        self.command = command(*self.descriptors)

    def spawned(self) -> None:
        """Let go of what only the sandbox needs."""
        for descriptor in self.descriptors:
            os.close(descriptor)
        self.descriptors = ()

    def confirm(self) -> None:
        """Wait until the command begins.

        Raises:
            CannotHold: the sandbox could not be built. Nothing has been run.
            OSError: it has been built, and the program cannot be executed in it.
        """
        import wicket.sandbox.refused_attempts  # noqa: F401 - needed soon, and there is time: the sandbox is being built

        said = b""
        while len(said) < MAX_COMPLAINT and (more := self.hear()):
            said += more
        self.heed(said)

    def hear(self) -> bytes:
        """Give the next that comes from `answers`; empty: that was all."""
        said, ancillary, _, _ = self.answers.recvmsg(MAX_COMPLAINT, CMSG_LEN(_DESCRIPTOR_BYTES), MSG_CMSG_CLOEXEC)
        for level, kind, data in ancillary:
            if (level, kind, len(data)) == (SOL_SOCKET, SCM_RIGHTS, _DESCRIPTOR_BYTES):
                from wicket.sandbox.refused_attempts import RefusedAttempts

                self._attempts = RefusedAttempts(int.from_bytes(data, sys.byteorder), self.confinement)
        return said

    def heed(self, said: bytes) -> None:
        """Conclude from all that was heard; as `confirm()`."""
        if said == b"ready\n":
            return
        first, _, rest = said.partition(b"\n")
        if first == b"ready" and rest.startswith(b"errno "):
            raise OSError(int(rest[6:]), os.strerror(int(rest[6:])))
        from wicket.displayed_text import one_line

        why = first.removeprefix(b"wrong ").decode("utf-8", "replace") or "bubblewrap says above why"
        raise CannotHold(f"sandbox {self.confinement.name} could not be built ({one_line(why, 300)}); nothing was run")

    def attempts(self) -> Attempts:
        """Say what the command, which has ended, tried and was not let do."""
        if self._attempts is not None:
            self._attempts.ended()
            return self._attempts.found()
        if self._understood is None or not self._ours:
            return Attempts()
        told = b""
        try:
            self.process()
            os.set_blocking(self.status, False)
            while len(told) < _MAX_TOLD_BYTES and (more := os.read(self.status, _MAX_TOLD_BYTES)):
                told += more
        except BlockingIOError:
            pass  # somebody else still has the other end
        except ValueError:
            return Attempts()  # it ended before it told anything
        return self._understood(told)

    def process(self) -> int:
        """Give the process that is told of, once it is."""
        if self._process is None:
            line = b""
            while not line.endswith(b"\n") and (byte := os.read(self.status, 1)):
                line += byte
            import json

            self._process = int(json.loads(line)["child-pid"])
        return self._process

    def finally_(self, release: Callable[[], None]) -> None:
        """Have something else cleaned up as well, after all that there is already."""
        before = self._release

        def both() -> None:
            before()
            release()

        self._release = both

    def release(self) -> None:
        """Clean up: the command has ended, or was never started."""
        self.spawned()
        self.answers.close()
        for descriptor in self._ours:
            os.close(descriptor)
        self._ours = []
        release, self._release = self._release, lambda: None
        release()


class Running:
    """A command in its sandbox."""

    def __init__(self, process: SpawnedProcess, prepared: Prepared) -> None:
        self._process = process
        self._prepared = prepared
        self.attempts = Attempts()  # what it tried and was not let do, when it has ended

    def send_signal(self, number: int) -> None:
        """Send a signal to the command itself, and not to what holds it."""
        for pid in self._commands():
            try:
                os.kill(pid, number)
            except ProcessLookupError:
                continue

    def wait(self) -> int:
        """Wait for its end: its code, or 128 and the number of the signal that ended it."""
        try:
            code = self._process.wait()
            self.attempts = self._prepared.attempts()
        finally:
            self._prepared.release()
        return code if code >= 0 else 128 - code

    def _commands(self) -> list[int]:
        told = self._prepared.process()
        if not self._prepared.below:
            return [told]
        try:
            with open(f"/proc/{told}/task/{told}/children", encoding="ascii") as file:
                children = file.read()
        except OSError:
            return []  # it has ended
        return [int(pid) for pid in children.split()[:1]]


def start(prepared: Prepared) -> Running:
    """Start a command in its sandbox, and see it begin.

    Raises:
        CannotHold: the sandbox cannot be built. Nothing has been run.
        OSError: it has been built, and the program cannot be executed in it.
    """
    try:
        process = _spawned(prepared)
        prepared.spawned()
        try:
            prepared.confirm()
        except BaseException:
            process.wait()
            raise
    except BaseException:
        prepared.release()
        raise
    return Running(process, prepared)


def _spawned(prepared: Prepared) -> SpawnedProcess:
    try:
        # Nothing of our environment is for what holds the command, and is not held; the command has it by its orders.
        with signals_kept_away():
            return spawn(prepared.command, prepared.descriptors)
    except OSError as error:
        said = f"{prepared.command[0]} does not start: {error.strerror}"
        raise CannotHold(f"no sandbox can be built: {said}") from None


@contextmanager
def signals_kept_away() -> Iterator[None]:
    """Start in here what holds a command: signals do not reach it, until the command itself gets them.

    They are blocked, for only what is the same in parent and child lets Python start a program without copying itself.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, heeded_signals())
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def heeded_signals() -> list[int]:
    """List the signals that the command gets when it begins: those that we neither ignore nor keep away ourselves."""
    blocked = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    return [number for number in _SIGNALS if number not in blocked and signal.getsignal(number) is not signal.SIG_IGN]


def held(content: bytes) -> int:
    """Give a descriptor from which this can be read."""
    descriptor = os.memfd_create("wicket", os.MFD_CLOEXEC)
    os.write(descriptor, content)
    os.lseek(descriptor, 0, os.SEEK_SET)
    return descriptor
