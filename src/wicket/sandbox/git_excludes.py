"""What stands in the place of missing files is no work of anybody's: git inside is told not to look at it.

`git add -A` would fail on it, or `git clean` try to remove it. So the repository's own list of excluded files is seen
with more lines inside.
"""

import os
import stat
from collections.abc import Iterable

from wicket.sandbox.confinement import Confinement
from wicket.sandbox.profile import within

__all__ = ["git_excludes"]

# Nobody writes a longer one by hand.
_MAX_BYTES = 1 << 20


def git_excludes(confinement: Confinement) -> list[tuple[str, bytes]]:
    """Give the lists of excluded files as they are to be seen, for each repository that may be written."""
    missing = [one.path for one in confinement.protected if not one.kind]
    found = []
    for root in confinement.writable:
        path = f"{root}/.git/info/exclude"
        standing = [one for one in missing if within(one, root) and not within(one, f"{root}/.git")]
        if standing and (written := _content(path)) is not None:
            found.append((path, written + b"\n" + b"".join(_lines(standing, root))))
    return found


def _lines(paths: Iterable[str], root: str) -> Iterable[bytes]:
    for path in paths:
        name = path[len(root) :]
        escaped = "".join(f"\\{character}" if character in "\\*?[ " else character for character in name)
        if "\n" not in name:
            yield os.fsencode(f"{escaped}\n")


def _content(path: str) -> bytes | None:
    """Read a list, if it is a plain file that no link leads to."""
    if os.path.realpath(path) != path:
        return None
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return None
    with open(descriptor, "rb") as file:
        found = os.fstat(descriptor)
        return file.read() if stat.S_ISREG(found.st_mode) and found.st_size <= _MAX_BYTES else None
