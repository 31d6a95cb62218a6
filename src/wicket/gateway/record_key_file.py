"""The key of the digests in the record: made once, beside it, for its owner alone."""

from pathlib import Path

from wicket.gateway.errors import LedgerError
from wicket.state_files import HomeError, secret_text

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
        text = secret_text(path, KEY_BYTES, KEY_BYTES * 2 + 2)
    except HomeError as error:
        raise LedgerError(str(error)) from error
    try:
        key = bytes.fromhex(text)
    except ValueError:
        key = b""
    if len(key) != KEY_BYTES:
        raise LedgerError(f"{path} holds no key; remove it, and a new one is made")
    return key
