"""Which file a command's first word means, in which folder it is run, and whether both are still the same.

The file is looked up on the PATH that the command will have, before anybody decides, so that the person sees what would
run. It is looked at again right before it runs, and then run by that path: nobody can slip another one in between. So
it is with the folder.
"""

import os
import stat

from wicket.gateway.errors import GatewayError
from wicket.gateway.request_types import Program

__all__ = ["ProgramMissing", "changed", "folder", "resolve"]


class ProgramMissing(GatewayError):
    """There is no such program to run."""


def resolve(word: str, path: str, cwd: str) -> Program:
    """Find the file that `word` means on `path`; with a slash in it, it is a file, relative to `cwd`.

    Raises:
        ProgramMissing: there is none that can be executed.
    """
    if "/" in word:
        candidates = [os.path.join(cwd, word)]
    else:
        # An empty entry means the current folder, which is no place to look for programs.
        candidates = [os.path.join(folder, word) for folder in path.split(":") if folder.startswith("/") and word]
    problem = ""
    for candidate in candidates:
        try:
            status = os.stat(candidate)
        except (OSError, ValueError) as error:
            problem = problem or _why_not(error)
            continue
        if not stat.S_ISREG(status.st_mode):
            problem = "it is no regular file"
        elif not os.access(candidate, os.X_OK):
            problem = "it is not executable"
        else:
            return _pinned(candidate, status)
    if "/" in word:
        raise ProgramMissing(f"cannot run {word}: {problem}")
    raise ProgramMissing(f"no such program on PATH ({path}): {word!r}")


def changed(program: Program) -> str | None:
    """Say that a program is no longer the file that was looked up, if so."""
    try:
        status = os.stat(program.path)
    except OSError as error:
        return f"{program.path} is gone since it was looked up ({_why_not(error)}); ask again"
    if _pinned(program.path, status) != program:
        return f"{program.path} has changed since it was looked up; ask again"
    return None


def folder(path: str) -> tuple[int, int] | None:
    """Say which folder has this name now. None: there is none."""
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    return (status.st_dev, status.st_ino) if stat.S_ISDIR(status.st_mode) else None


def _pinned(path: str, status: os.stat_result) -> Program:
    return Program(path, status.st_dev, status.st_ino, status.st_mtime_ns, status.st_ctime_ns, status.st_size)


def _why_not(error: OSError | ValueError) -> str:
    return (error.strerror or "it cannot be looked at").lower() if isinstance(error, OSError) else str(error)
