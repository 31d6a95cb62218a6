"""Files of a fleet that nobody else may read or change: read with care, written whole or not at all."""

import os
import shlex
import stat
from pathlib import Path

from wicket.fleet.errors import BadKey
from wicket.state_files import replace_file

__all__ = ["read_private", "write_private"]


def read_private(path: Path, most: int) -> bytes:
    """Read a file of ours, which is no link, and which nobody else can read or change.

    Raises:
        BadKey: it cannot be read, is larger than `most`, or is open to others.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        with open(descriptor, "rb") as file:
            status = os.fstat(descriptor)
            data = file.read(most + 1)
    except OSError as error:
        raise BadKey(f"cannot read {path}: {error.strerror}") from error
    if status.st_uid != os.geteuid() or stat.S_IMODE(status.st_mode) & 0o077:
        raise BadKey(f"{path} is open to others; run `chmod 600 {shlex.quote(str(path))}`, and think about a new key")
    if len(data) > most:
        raise BadKey(f"{path} is too large to be a file of ours")
    return data


def write_private(path: Path, data: bytes) -> None:
    """Give a file new content, for its owner alone.

    Raises:
        BadKey: it cannot be written.
    """
    try:
        replace_file(path, data, 0o600)
    except OSError as error:
        raise BadKey(f"cannot write {path}: {error.strerror}") from error
