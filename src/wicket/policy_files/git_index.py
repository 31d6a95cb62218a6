"""The index of the git repository that a folder lies in: which files git keeps there."""

import os

__all__ = ["MAX_INDEX", "index"]

# Of a larger one nothing is said; half a million files take less.
MAX_INDEX = 64 * 1024 * 1024
_MAX_LINE = 4096


def index(folder: str) -> tuple[str, bytes] | None:
    """Give the top of the work tree that a folder lies in, and the bytes of its index; empty: it cannot be read.

    None: it lies in no work tree.
    """
    top = folder.rstrip("/")
    while True:
        found = f"{top}/.git"
        if os.path.lexists(found):
            return top or "/", _read(_repository(top, found))
        if not top:
            return None
        top = top.rpartition("/")[0]


def _repository(top: str, found: str) -> str:
    """Follow what stands in a file in the place of a repository: `gitdir: ../.git/worktrees/x`."""
    try:
        with open(found, "rb") as file:
            line = os.fsdecode(file.read(_MAX_LINE)).strip()
    except (OSError, ValueError):
        return found  # a folder, as nearly always
    return os.path.join(top or "/", line.removeprefix("gitdir:").strip())


def _read(repository: str) -> bytes:
    try:
        with open(f"{repository}/index", "rb") as file:
            content = file.read(MAX_INDEX + 1)
        if any(name.startswith("sharedindex.") for name in os.listdir(repository)):
            return b""  # the rest of it lies there
    except FileNotFoundError:
        return b"DIRC\0\0\0\2"  # nothing has been added yet
    except (OSError, ValueError):
        return b""
    return content if len(content) <= MAX_INDEX else b""
