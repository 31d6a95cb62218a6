"""One extension that was to be started, and what became of it."""

from wicket.displayed_text import one_line
from wicket.host.event_subscription import PRESUMED
from wicket.host.extension_discovery import Extension
from wicket.host.extension_info import State
from wicket.host.extension_log import ExtensionLog
from wicket.host.extension_manifest import OnFailure, fails_closed
from wicket.host.zot_session import ZotExtension

__all__ = ["StartedExtension"]

# Sentences kept about one extension; the log has them all.
MAX_PROBLEMS = 20


class StartedExtension:
    """One extension that was to be started, and what became of it."""

    __slots__ = ("failure", "found", "log", "on_failure", "problems", "remembered", "running", "state", "withheld")

    def __init__(self, found: Extension, log: ExtensionLog, on_failure: OnFailure) -> None:
        self.found = found
        self.log = log
        self.on_failure = on_failure
        self.state: State = "starting"
        self.running: ZotExtension | None = None
        self.failure = ""  # why it is failed or gone
        self.problems: list[str] = []
        self.remembered: frozenset[str] = frozenset()  # what it guarded before it was reloaded
        self.withheld: tuple[str, ...] = ()

    @property
    def rank(self) -> tuple[int, str]:
        return self.found.scope.rank, self.found.name

    @property
    def closes(self) -> bool:
        """Whether its failing blocks."""
        return fails_closed(self.on_failure)

    @property
    def guarded(self) -> frozenset[str]:
        """What it has a say in. One that never came to tell is taken to guard tool calls: that may be its job."""
        wishes = None if self.running is None else self.running.subscription
        told = frozenset() if wishes is None else wishes.intercepts | wishes.presumed
        if wishes is None or self.state in ("starting", "failed"):
            return told | PRESUMED | self.remembered
        return told

    def note(self, sentence: str) -> None:
        """Keep a problem for the list, and in the log."""
        self.log.note(sentence)
        self.keep(sentence)

    def complain(self, sentence: str) -> None:
        """Keep a mistake of the extension for the list, and in the log, which does not take them without end."""
        self.log.complain(sentence)
        self.keep(sentence)

    def keep(self, sentence: str) -> None:
        """Keep a problem for the list alone."""
        sentence = one_line(sentence)
        if sentence not in self.problems and len(self.problems) < MAX_PROBLEMS:
            self.problems.append(sentence)
