"""Takes a socket's place in the file system: for its owner alone from the first instant, one gateway at a time."""

import errno
import os
import shlex
import socket
import stat
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path

from wicket.gateway.errors import NotStarted
from wicket.state_files import HomeError, locked

__all__ = ["OWNER_ALONE", "claim", "fits", "mode_for", "release"]

OWNER_ALONE = 0o600

REMEDY = "name another place with --socket"

# Other users may connect; who they are is asked of the kernel before anything else.
EVERYBODY = 0o666

BACKLOG = 256

# Somebody else who is starting a gateway here needs a moment.
LOCK_WAIT_S = 5.0

# The longest path that fits into a socket's address, on the systems that we know.
MAX_PATH_BYTES = 103


def claim(path: Path, mode: int = OWNER_ALONE, remedy: str = REMEDY) -> socket.socket:
    """Listen at `path`. A socket that nobody listens at any more is replaced; nothing else is.

    `mode` is the socket's from its first instant; `remedy` is how to have it elsewhere.

    Raises:
        NotStarted: another gateway is there, or something that is no socket, or others could meddle with the place.
    """
    if not fits(path):
        raise NotStarted(f"the socket's path is too long: {path}; {remedy}")
    folder = path.parent
    try:
        status = folder.stat()
    except OSError as error:
        raise NotStarted(f"cannot use {folder}: {error.strerror}; make it, or {remedy}") from error
    if status.st_mode & (stat.S_IWGRP | stat.S_IWOTH) and (
        status.st_mode & stat.S_ISVTX or status.st_uid != os.geteuid()
    ):
        # Whoever closed such a folder, /tmp for one, would shut others out of what is theirs.
        own = "set XDG_RUNTIME_DIR to a folder of your own"
        raise NotStarted(f"{folder} is not yours alone; {own}, or {remedy}")
    if status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        close_it = f"run `chmod go-w {shlex.quote(str(folder))}`"
        raise NotStarted(f"{folder} can be changed by others; {close_it}, or {remedy}")
    if status.st_uid not in (os.geteuid(), 0):
        raise NotStarted(f"{folder} belongs to another user; {remedy}")
    try:
        with locked(folder, LOCK_WAIT_S):  # two that start at once must not take each other's socket for a stale one
            return _bind(path, mode, remedy)
    except HomeError as error:
        raise NotStarted(str(error)) from error


def fits(path: Path) -> bool:
    """Whether a socket can lie at this path."""
    return len(os.fsencode(path)) <= MAX_PATH_BYTES


def mode_for(uids: Collection[int]) -> int:
    """What mode a socket needs for these users, and no more."""
    return OWNER_ALONE if set(uids) <= {os.geteuid()} else EVERYBODY


def release(path: Path, inode: int) -> None:
    """Remove our socket, unless somebody has put another one there."""
    with suppress(OSError):
        if path.lstat().st_ino == inode:
            path.unlink()


def _bind(path: Path, mode: int, remedy: str) -> socket.socket:
    try:
        found = path.lstat()
    except FileNotFoundError:
        pass
    else:
        if not stat.S_ISSOCK(found.st_mode):
            raise NotStarted(f"{path} is there and is no socket; move it away, or {remedy}")
        if _is_live(path):
            raise NotStarted(f"wicket is already running on {path}; stop it first, or {remedy}")
        path.unlink()
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    # The mask is the process's, so another thread's file may get it too; that only makes it more private.
    mask = os.umask(0o777 & ~mode)
    try:
        listener.bind(os.fspath(path))
        listener.listen(BACKLOG)
        listener.setblocking(False)
    except OSError as error:
        listener.close()
        raise NotStarted(f"cannot listen at {path}: {error.strerror}; {remedy}") from error
    finally:
        os.umask(mask)
    return listener


def _is_live(path: Path) -> bool:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        probe.setblocking(False)
        try:
            probe.connect(os.fspath(path))
        except OSError as error:
            # A full backlog is a gateway that is busy, not one that is gone.
            return error.errno in (errno.EAGAIN, errno.EINPROGRESS, errno.EACCES, errno.EPERM)
        return True
