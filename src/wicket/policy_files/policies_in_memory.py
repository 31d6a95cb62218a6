"""Policies that a process has loaded before, as long as every file that they were made of is as it was.

A file is not read again if its status says that nobody has written it since: whoever writes can set the time of the
last change of its content, but not the kernel's own time of the last change. That time is no finer than a tick of the
clock, so a file that had changed shortly before it was read is read again.
"""

import os
import stat
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from wicket.policy_files.policy_cache import Compiled

    # The number of an error, or those of a status; and when it was looked at.
    Status = tuple[int, ...]
    Seen = tuple[dict[str, Status], int]

__all__ = ["PoliciesInMemory"]

# Somebody works in a few projects at a time.
MAX_POLICIES = 16

# Longer than the tick of any file system's clock.
TICK_NS = 2_000_000_000


class PoliciesInMemory:
    """What was loaded, by the name of its entry in the cache. `code` says by which compiler."""

    def __init__(self) -> None:
        self.code = ""
        self._kept: dict[str, tuple[Compiled, dict[str, Status]]] = {}

    def fetch(self, key: str) -> "Compiled | None":
        """Give a policy if nothing has changed; None: there is none, or its files must be looked at."""
        found = self._kept.get(key)
        if found is None:
            return None
        policy, known = found
        if all(_status(path) == status for path, status in known.items()):
            return policy
        del self._kept[key]
        return None

    def keep(self, key: str, policy: "Compiled", before: "Seen") -> None:
        """Keep a policy whose files were compared after they were `seen`, if they cannot change unseen."""
        statuses, at = before
        if all(_tells(status, at) for status in statuses.values()):
            while len(self._kept) >= MAX_POLICIES:
                del self._kept[next(iter(self._kept))]
            self._kept[key] = policy, statuses

    @staticmethod
    def seen(files: "Iterable[tuple[str, str]]") -> "Seen":
        """Look at the status of files, before they are read."""
        now = time.time_ns()
        return {path: _status(path) for path, _ in files}, now


def _tells(status: "Status", at: int) -> bool:
    """Tell whether a change after that time would show in the status. What a folder holds does not."""
    return len(status) == 1 or (not stat.S_ISDIR(status[2]) and max(status[-2:]) < at - TICK_NS)


def _status(path: str) -> "Status":
    try:
        found = os.stat(path)
    except OSError as error:
        return (error.errno or 0,)
    except ValueError:
        return (0,)
    return found.st_dev, found.st_ino, found.st_mode, found.st_uid, found.st_size, found.st_mtime_ns, found.st_ctime_ns
