"""An extension's log: what it writes to stderr, and between that what wicket has to say about it.

Both append to one file, so a person reads them in the order in which they happened. wicket's own lines begin with
`[wicket]` and the time.
"""

import os
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from pathlib import Path

from wicket.displayed_text import one_line
from wicket.redaction.clean import Cleaner

__all__ = ["ExtensionLog"]

# An extension that makes mistakes without end fills neither the disk nor anybody's patience.
MAX_FAULTS = 100

PREFIX = "[wicket] "


def _now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


class ExtensionLog:
    """The log of one run of one extension."""

    __slots__ = ("_faults", "_now", "path")

    def __init__(self, path: Path, now: Callable[[], str] = _now) -> None:
        self.path = path
        self._now = now
        self._faults = 0

    def note(self, sentence: str) -> None:
        """Append a line of ours, without what looks like a secret. A log that cannot be written to hinders nobody."""
        line = f"{PREFIX}{self._now()} {one_line(Cleaner().text(sentence))}\n".encode(errors="backslashreplace")
        try:
            # O_NONBLOCK: whoever puts a pipe in the log's place makes us lose a line, not wait for a reader.
            file = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC | os.O_NONBLOCK, 0o600)
        except OSError:
            return
        try:
            os.write(file, line)
        except OSError:
            pass
        finally:
            os.close(file)

    def complain(self, sentence: str) -> None:
        """Note a mistake of the extension; after MAX_FAULTS of them, no more."""
        self._faults += 1
        if self._faults <= MAX_FAULTS:
            self.note(sentence)
        if self._faults == MAX_FAULTS:
            self.note("says no more about mistakes of this extension")

    def fault(self, reason: str, line: bytes) -> None:
        """Note a line that the extension should not have sent."""
        shown = f": {line.decode(errors='backslashreplace')}" if line else ""
        self.complain(f"skipped {reason}{shown}")

    def theirs(self, lines: Iterable[str]) -> tuple[str, ...]:
        """Leave out what wicket wrote, so that the extension's own words remain."""
        return tuple(line for line in lines if not line.startswith(PREFIX))
