"""Sees to it that what a talk has started ends with us, however we end: a guardian, for those who have no loop.

It is the process that hosts have (`wicket.host.guardian_process`), one for all talks, and made for the first of them.
TERM, a hang-up and KILL may end us without another word; then its pipe closes, and it ends what is left.
"""

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from wicket.host import guardian_process
from wicket.host.guardian_client import start_sweep

__all__ = ["GUARD", "Guard"]


class Guard:
    """Our end of the pipe. May be used by several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._pipe: int | None = None
        self._groups: dict[int, int] = {}  # each leader, and when it was started

    @contextmanager
    def expecting(self, stdout: int) -> Iterator[None]:
        """Announce a process about to be started, by either end of its stdout; then `watch()` it.

        Where that is interrupted, by a signal that ends us, the process may be there without anybody having seen it.
        It stays announced then, and is found by its stdout.
        """
        pipe = os.fstat(stdout).st_ino
        with self._lock:
            self._begin()
            self._say(b"?%d\n" % pipe)
        try:
            yield
        except Exception:  # it could not be started
            self._withdraw(pipe)
            raise
        self._withdraw(pipe)

    def watch(self, group: int) -> None:
        """Have a group ended if we die. `group` is a child of ours and has not been reaped."""
        with self._lock:
            self._groups[group] = guardian_process.start_time(group)
            self._say(b"+%d %d\n" % (group, self._groups[group]))

    def forget(self, group: int) -> None:
        """Let go of a group that is over. Comes before its leader is reaped: the number is still its own."""
        with self._lock:
            if self._groups.pop(group, None) is not None:
                self._say(b"-%d\n" % group)

    def _withdraw(self, pipe: int) -> None:
        with self._lock:
            self._say(b"!%d\n" % pipe)

    def _begin(self) -> None:
        """Start the guardian, if there is none, or none any more. Where that cannot be, talks do without."""
        if self._pipe is None:
            with suppress(OSError):
                process, self._pipe = start_sweep()
                process.returncode = 0  # it outlives us, and nobody waits for it
            for group, started in self._groups.items():
                self._say(b"+%d %d\n" % (group, started))

    def _say(self, line: bytes) -> None:
        if self._pipe is not None:
            try:
                os.write(self._pipe, line)
            except OSError:  # somebody has killed it: the next talk makes another
                os.close(self._pipe)
                self._pipe = None


GUARD = Guard()
