"""What goes wrong with an extension, in three ways a caller can act on.

ExtensionError
├── ExtensionNotStarted    it never came to speak
├── ExtensionGone          it left before it answered
└── ExtensionRefused       it answered, with an error
"""

from typing import Any

from wicket.displayed_text import cause_of_death
from wicket.errors import WicketError
from wicket.host.process_exit import Exit

__all__ = ["ExtensionError", "ExtensionGone", "ExtensionNotStarted", "ExtensionRefused"]


class ExtensionError(WicketError):
    """An extension failed. `extension` is its name, `reason` what happened, without the name."""

    def __init__(self, extension: str, reason: str) -> None:
        super().__init__(f"{extension}: {reason}")
        self.extension = extension
        self.reason = reason


class ExtensionNotStarted(ExtensionError):
    """It never came to speak. `status` says how it ended and what it last wrote, if it ran at all."""

    def __init__(self, extension: str, reason: str, status: Exit | None = None) -> None:
        super().__init__(extension, _with_status(reason, status))
        self.status = status


class ExtensionGone(ExtensionError):
    """It left before it answered. `status` says how it ended and what it last wrote, where that is known."""

    def __init__(self, extension: str, reason: str, status: Exit | None = None) -> None:
        super().__init__(extension, _with_status(reason, status))
        self.status = status


class ExtensionRefused(ExtensionError):
    """It answered with an error of its own: `code`, `message` and `data` as it gave them."""

    def __init__(self, extension: str, code: int, message: str, data: Any = None) -> None:
        super().__init__(extension, f"{message} ({code})")
        self.code = code
        self.message = message
        self.data = data


def _with_status(reason: str, status: Exit | None) -> str:
    """Add how it ended and its last line: most programs say why they die in the last line they write."""
    if status is None:
        return reason
    last_words = f": {cause_of_death(status.last_lines)}" if status.last_lines else ""
    return f"{reason} ({status}){last_words}"
