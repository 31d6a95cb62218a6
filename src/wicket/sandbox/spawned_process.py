"""A process that holds a command, started and waited for by what the system has for that.

`subprocess` can do more, and takes longer to be imported than a sandbox to be built.
"""

import os
from collections.abc import Collection

# `signal` makes enumerations of these numbers, which takes longer than all that is done with them here.
TYPE_CHECKING = False
if TYPE_CHECKING:
    import signal
else:
    import _signal as signal

__all__ = ["SpawnedProcess", "spawn"]

# Python ignores them, and no other program expects that.
_AS_USUAL = (signal.SIGPIPE, signal.SIGXFSZ)


class SpawnedProcess:
    """A process of ours."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self._code: int | None = None

    def wait(self) -> int:
        """Wait for its end: its code, or less than nothing where a signal has ended it."""
        if self._code is None:
            self._code = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        return self._code


def spawn(argv: list[str], descriptors: Collection[int]) -> SpawnedProcess:
    """Start a program, `argv[0]` as a path, with an empty environment, standard streams and these descriptors alone.

    Raises:
        OSError: it does not start.
    """
    kept = {0, 1, 2, *descriptors}
    listed = [int(name) for name in os.listdir("/proc/self/fd")]  # with that of the list, which is closed by now
    actions: list[tuple[int, int] | tuple[int, int, int]] = [
        *((os.POSIX_SPAWN_CLOSE, number) for number in listed if number not in kept),
        *((os.POSIX_SPAWN_DUP2, number, number) for number in descriptors),  # it would not be inherited otherwise
    ]
    return SpawnedProcess(os.posix_spawn(argv[0], argv, {}, file_actions=actions, setsigdef=_AS_USUAL))
