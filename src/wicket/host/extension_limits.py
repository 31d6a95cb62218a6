"""How long an extension may take, and how much it may pile up: every bound of a running extension in one place."""

from dataclasses import dataclass

from wicket.host.child_process import TERM_GRACE_S
from wicket.host.pipes import MAX_QUEUED_BYTES
from wicket.wire.zot.connection import MAX_LINE_BYTES

__all__ = ["Limits"]


@dataclass(frozen=True, slots=True)
class Limits:
    """The bounds. Those of the protocol by default; tests and impatient embedders choose smaller ones."""

    # From the start of the process to its hello.
    hello_s: float = 10.0

    # Whoever never says `ready` is ready after this much silence, or when the grace has passed since its hello.
    idle_s: float = 0.25
    ready_s: float = 3.0

    # From the question, its writing included, to the answer.
    command_s: float = 30.0
    tool_s: float = 60.0
    intercept_s: float = 5.0

    # A guard that was silent this often in a row is not waited for any more.
    silences: int = 3

    # From `shutdown` to the exit; what whoever acknowledged it may take on top; and from TERM to KILL.
    stop_s: float = 2.0
    acknowledged_s: float = 1.0
    term_s: float = TERM_GRACE_S

    # An extension that is this far behind does not read: events for it are dropped, and calls fail.
    max_queued_bytes: int = MAX_QUEUED_BYTES
    max_line_bytes: int = MAX_LINE_BYTES

    # Commands and tools that one extension may offer, each.
    max_offers: int = 1000

    # After this many frames that nobody asked for within a pause's time, or as many bytes without an answer among them,
    # an extension is not listened to for a pause. The longest line is not too much.
    burst: int = 256
    burst_bytes: int = MAX_LINE_BYTES + 1
    burst_pause_s: float = 0.05
