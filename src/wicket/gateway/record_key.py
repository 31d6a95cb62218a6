"""The key of the digests in the record: made once, beside it, for its owner alone."""

import os
import secrets
import stat
import tempfile
from pathlib import Path

from wicket.gateway.errors import LedgerError

__all__ = ["FILE_NAME", "record_key"]

FILE_NAME = "record.key"

KEY_BYTES = 32


def record_key(folder: Path) -> bytes:
    """Read the key in a folder, or make it.

    Raises:
        LedgerError: it cannot be read or made, or others could read it.
    """
    path = folder / FILE_NAME
    try:
        if not os.path.lexists(path):
            _make(path)
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        with open(descriptor, "rb") as file:
            status = os.fstat(descriptor)
            text = file.read(KEY_BYTES * 2 + 2).decode("ascii", errors="replace").strip()
    except OSError as error:
        raise LedgerError(f"cannot read {path}: {error.strerror}; remove it, and a new one is made") from error
    if status.st_uid != os.geteuid() or stat.S_IMODE(status.st_mode) & 0o077:
        raise LedgerError(f"{path} is open to others; remove it, and a new one is made")
    try:
        key = bytes.fromhex(text)
    except ValueError:
        key = b""
    if len(key) != KEY_BYTES:
        raise LedgerError(f"{path} holds no key; remove it, and a new one is made")
    return key


def _make(path: Path) -> None:
    """Make the key; it appears whole, and if two make it at once, one of them wins."""
    descriptor, temporary = tempfile.mkstemp(prefix=".record.", dir=path.parent)
    try:
        with open(descriptor, "w", encoding="ascii") as file:
            file.write(f"{secrets.token_hex(KEY_BYTES)}\n")
            file.flush()
            os.fsync(descriptor)
        os.link(temporary, path)
    except FileExistsError:
        pass
    finally:
        os.unlink(temporary)
