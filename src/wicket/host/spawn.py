"""Starts a process in a session of its own, or says in one sentence why that cannot be.

`subprocess.Popen` without a `preexec_fn` uses vfork: a large host spawns as fast as a small one. It returns
when the program runs or has failed to, without giving way to the loop, so that no cancellation can fall
between a process and its owner.
"""

import asyncio
import errno
import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from wicket.host.errors import ExtensionNotStarted

__all__ = ["spawn"]

# A program that was written a moment ago may still be open for writing in a process forked meanwhile, which
# is about to close it.
BUSY_RETRIES = 10
BUSY_PAUSE_S = 0.02


async def spawn(
    extension: str,
    argv: Sequence[str],
    *,
    cwd: Path,
    env: Mapping[str, str],
    stdin: int,
    stdout: int,
    stderr: int,
    pass_fds: Sequence[int] = (),
) -> subprocess.Popen[bytes]:
    """Start `argv` as the leader of a new session and process group, with three descriptors, `pass_fds` and no others.

    The program is looked up on the PATH of `env`; a relative path is relative to `cwd`.

    Raises:
        ExtensionNotStarted: it could not be started; the reason names the program.
    """
    if not argv:
        raise ExtensionNotStarted(extension, "there is no program to start: the command line is empty")
    for attempt in range(BUSY_RETRIES + 1):
        try:
            return subprocess.Popen(  # noqa: S603, ASYNC220 - argv is a list; vfork and exec take a millisecond
                argv,
                cwd=cwd,
                env=env,
                stdin=stdin,
                stdout=stdout,
                stderr=stderr,
                start_new_session=True,
                pass_fds=pass_fds,
            )
        except OSError as error:
            if error.errno != errno.ETXTBSY or attempt == BUSY_RETRIES:
                raise ExtensionNotStarted(extension, _explain(error, argv[0], cwd, env)) from error
        except (ValueError, UnicodeError) as error:  # a NUL byte, or a lone surrogate
            raise ExtensionNotStarted(extension, f"cannot start {argv[0]!r}: {error}") from error
        await asyncio.sleep(BUSY_PAUSE_S)
    raise AssertionError("the last attempt returns or raises")


def _explain(error: OSError, program: str, cwd: Path, env: Mapping[str, str]) -> str:
    """Say which file is to blame: the kernel's word alone does not tell a program from its interpreter."""
    if not cwd.is_dir():
        return f"cannot start {program}: its working directory {cwd} does not exist"
    found = _find(program, cwd, env)
    match error.errno:
        case errno.ENOENT if found is None:
            return f"cannot start {program}: no such program {_place(program, env)}"
        case errno.ENOENT | errno.ENOTDIR if found is not None:
            interpreter = _interpreter(found)
            missing = f"its interpreter {interpreter}" if interpreter else "the loader or interpreter it needs"
            return f"cannot start {found}: {missing} does not exist"
        case errno.EACCES if found is not None and found.is_dir():
            return f"cannot start {found}: it is a directory"
        case errno.EACCES if found is not None and not os.access(found, os.X_OK):
            return f"cannot start {found}: it is not executable; run: chmod +x {found}"
        case errno.EACCES if found is not None and (interpreter := _interpreter(found)):
            return f"cannot start {found}: its interpreter {interpreter} may not be executed"
        case errno.ENOEXEC:
            return f"cannot start {found or program}: it is no program for this machine, and has no #! line"
        case errno.ETXTBSY:
            return f"cannot start {found or program}: somebody still writes to it"
        case errno.EMFILE | errno.ENFILE:
            return f"cannot start {program}: no file descriptors left; raise the limit (ulimit -n)"
        case _:
            return f"cannot start {found or program}: {error.strerror or error}"


def _find(program: str, cwd: Path, env: Mapping[str, str]) -> Path | None:
    """Find the file that was meant: the first one that can be executed, else the first that is there."""
    candidates = [cwd / program] if os.sep in program else [cwd / folder / program for folder in os.get_exec_path(env)]
    there = [path for path in candidates if os.path.exists(path)]
    return next((path for path in there if path.is_file() and os.access(path, os.X_OK)), next(iter(there), None))


def _place(program: str, env: Mapping[str, str]) -> str:
    return "there" if os.sep in program else f"on PATH ({env.get('PATH', os.defpath)})"


def _interpreter(program: Path) -> str | None:
    try:
        with program.open("rb") as file:
            first_line = file.readline(256)
    except OSError:
        return None
    if not first_line.startswith(b"#!"):
        return None
    words = first_line[2:].split()
    return words[0].decode(errors="replace") if words else None
