"""The state of a file in one short text: its content's SHA-256, and whether others could change it.

This is asked for every file of a policy before each verdict, so it imports next to nothing: `hashlib` alone would take
longer than all the rest.
"""

import os
import stat

try:
    from _sha2 import sha256  # type: ignore[import-not-found,unused-ignore]
except ImportError:
    try:
        from _sha256 import sha256  # type: ignore[import-not-found,no-redef,unused-ignore]
    except ImportError:
        from hashlib import sha256

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["ABSENT", "MAX_BYTES", "hexdigest", "is_open", "read", "sha256", "state", "state_of"]

ABSENT = "absent"

# Beyond this a file is known by its size alone, and nothing of it is ever trusted.
MAX_BYTES = 16 * 1024 * 1024


def read(path: str) -> tuple[bytes | None, str]:
    """Read a file: its content, and its state; None if there is no content to be had."""
    try:
        # No pipe is waited for. A symlink is followed: what counts is what it leads to.
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        return None, ABSENT
    except (OSError, ValueError) as error:
        return None, f"unreadable {getattr(error, 'errno', 0)}"
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            return None, "folder" if stat.S_ISDIR(status.st_mode) else "special"
        if status.st_size > MAX_BYTES:
            return None, f"large {status.st_size}"
        chunks = []
        left = MAX_BYTES
        while left >= 0 and (chunk := os.read(descriptor, min(left + 1, 1 << 20))):
            chunks.append(chunk)
            left -= len(chunk)
    except OSError as error:
        return None, f"unreadable {error.errno}"
    finally:
        os.close(descriptor)
    if left < 0:
        return None, "large"
    content = b"".join(chunks)
    return content, state_of(content, status)


def state_of(content: bytes, status: os.stat_result) -> str:
    """Say what a file with this content and status is."""
    others = status.st_uid not in (os.geteuid(), 0) or status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
    return f"{'open' if others else 'own'} {sha256(content).hexdigest()}"


def state(path: str) -> str:
    """Say what the file at `path` is now."""
    _, found = read(path)
    return found


def is_open(known: str) -> bool:
    """Say whether a file of that state can be changed by others, or is nothing that could be relied on."""
    return not known.startswith("own ") and known != ABSENT


def hexdigest(parts: "Iterable[str]") -> str:
    """Digest texts, each with its length before it, so that no two lists of them give the same."""
    encoded = [part.encode(errors="surrogateescape") for part in parts]
    return str(sha256(b"".join([b"%d:%s" % (len(data), data) for data in encoded])).hexdigest())
