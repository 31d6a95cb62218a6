"""How many messages each machine sends: too many raise an alarm, far too many have it cut off. Pure.

NATS limits how large a message is and how many subscriptions there are, and not how often somebody publishes. A machine
can so keep the disk of a hub busy for all. What an ordinary machine sends is a tenth of the first limit.
"""

from collections import deque
from dataclasses import dataclass, field
from typing import Final, Literal

from wicket.fleet.record_archive import Machine

__all__ = ["ALARM", "REVOKE", "Counting", "sender"]

# In a minute.
ALARM: Final = 600
REVOKE: Final = 6000

_MINUTE_S: Final = 60.0
_SLICE_S: Final = 1.0

Verdict = Literal["", "alarm", "revoke"]
_RANK: Final[tuple[Verdict, ...]] = ("", "alarm", "revoke")


def sender(subject: str) -> Machine | None:
    """Which machine has published here. None: it is no subject of a machine."""
    parts = subject.split(".")
    match parts:
        case ["w", "ask" | "settled" | "alive" | "renew", group, machine, *_]:
            return Machine(group, machine)
        case ["w", "rec", _, group, machine]:
            return Machine(group, machine)
        case _:
            return None


@dataclass(slots=True)
class _Minute:
    slices: deque[tuple[float, int]] = field(default_factory=deque)  # when each began, and how many came in it
    total: int = 0
    told: Verdict = ""


class Counting:
    """Counts by machine over the last minute of a clock that never goes back."""

    def __init__(self) -> None:
        self._minutes: dict[Machine, _Minute] = {}

    def count(self, machine: Machine, now: float) -> Verdict:
        """Count a message; say what is to be done about its machine, once for each time that it goes too far."""
        minute = self._minutes.setdefault(machine, _Minute())
        slices = minute.slices
        while slices and now - slices[0][0] >= _MINUTE_S:
            minute.total -= slices.popleft()[1]
        if minute.total <= ALARM // 2:
            minute.told = ""
        if slices and now - slices[-1][0] < _SLICE_S:
            slices[-1] = (slices[-1][0], slices[-1][1] + 1)
        else:
            slices.append((now, 1))
        minute.total += 1
        verdict: Verdict = "revoke" if minute.total > REVOKE else "alarm" if minute.total > ALARM else ""
        if _RANK.index(verdict) <= _RANK.index(minute.told):
            return ""
        minute.told = verdict
        return verdict
