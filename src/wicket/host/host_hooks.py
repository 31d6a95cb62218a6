"""What the program around a host is told, and what it is asked to do: the one place where extensions reach a person."""

import logging
from dataclasses import dataclass
from typing import Final, Protocol

from wicket.host.panels import Panel

__all__ = ["LEVELS", "Hooks", "LoggingHooks", "Note"]

LEVELS: Final = ("info", "success", "warn", "error")

log = logging.getLogger("wicket.host")

_LOGGING_LEVELS = {"warn": logging.WARNING, "error": logging.ERROR}


@dataclass(frozen=True, slots=True)
class Note:
    """A note for the person. `level` is one of LEVELS, `message` one line without control characters."""

    extension: str
    level: str
    message: str

    def __str__(self) -> str:
        return f"[{self.extension}] {self.message}"


class Hooks(Protocol):
    """What a program does for extensions.

    Nothing here may wait: a hook that has work to do puts it on a queue of its own. All texts are fit to be shown: they
    hold no control characters but line breaks and tabs.
    """

    def prompt(self, extension: str, text: str) -> None:
        """Submit a text as the person's own message, and let the agent run a turn on it."""
        ...

    def insert(self, extension: str, text: str) -> None:
        """Put a text into the editor at the cursor, without submitting it."""
        ...

    def display(self, extension: str, text: str) -> None:
        """Show a text once. It goes neither to the model nor into the transcript."""
        ...

    def notify(self, note: Note) -> None:
        """Show a note; `str(note)` is `[extension] message`."""
        ...

    def panel_opened(self, panel: Panel) -> None:
        """Show a panel; one that was open is gone."""
        ...

    def panel_changed(self, panel: Panel) -> None:
        """Draw the open panel anew."""
        ...

    def panel_closed(self, panel: Panel) -> None:
        """Take the panel away."""
        ...

    def offers_changed(self) -> None:
        """Commands or tools came or went: `host.commands` and `host.tools` have the news."""
        ...

    def problem(self, sentence: str) -> None:
        """Tell the person that something is wrong with an extension."""
        ...


class LoggingHooks:
    """For programs that have little to show: all goes to the log `wicket.host`. Override what can be done better."""

    def prompt(self, extension: str, text: str) -> None:
        log.info("[%s] wants to prompt: %s", extension, text)

    def insert(self, extension: str, text: str) -> None:
        log.info("[%s] wants to insert: %s", extension, text)

    def display(self, extension: str, text: str) -> None:
        log.info("[%s] %s", extension, text)

    def notify(self, note: Note) -> None:
        log.log(_LOGGING_LEVELS.get(note.level, logging.INFO), "%s", note)

    def panel_opened(self, panel: Panel) -> None:
        log.debug("[%s] opened a panel", panel.extension)

    def panel_changed(self, panel: Panel) -> None:
        log.debug("[%s] drew its panel", panel.extension)

    def panel_closed(self, panel: Panel) -> None:
        log.debug("[%s] has no panel any more", panel.extension)

    def offers_changed(self) -> None:
        log.debug("commands or tools have changed")

    def problem(self, sentence: str) -> None:
        log.warning("%s", sentence)
