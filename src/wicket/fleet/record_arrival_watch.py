"""Whether each machine's record arrives: what it says of its end, against what the archive has.

A machine that is alive says where its record ends. If the archive has not come there within a minute, the record is
withheld, by the machine or by the hub. If the archive has another entry there, or the end goes back, the record was
rewritten.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import msgspec

from wicket.fleet.errors import FleetError
from wicket.fleet.messages import SMALL_BYTES, Alive, decode
from wicket.fleet.record_archive import Archive, Machine
from wicket.fleet.record_segments import Place, Problem

__all__ = ["BEHIND_S", "LOOK_S", "Presence", "Watch"]

# So long may the archive be behind.
BEHIND_S: Final = 60.0

# So often it is looked.
LOOK_S: Final = 5.0

# A server that hung may deliver late what a machine said before it went to another one. What the machine says now comes
# every ten seconds, so that an end that went back is one if nothing else is said for so long.
BACK_S: Final = 25.0

# The hub forgets a machine that was silent for so long.
GONE_S: Final = 35.0


class Presence(msgspec.Struct, frozen=True, kw_only=True):
    """A machine as it was last heard of, in words for a person's screen. `silent_s`: for how long it has said nothing.

    `since_s`: for how long it has enforced this policy, as far as the hub's helper knows.
    """

    group: str
    machine: str
    version: str
    number: int
    policy: str
    waiting: int
    head: str
    archived: int
    silent_s: float
    since_s: float

    @property
    def is_there(self) -> bool:
        """Whether it is connected, as far as is known."""
        return self.silent_s < GONE_S


@dataclass(slots=True)
class _State:
    alive: Alive
    head: Place
    heard: float
    policy_since: float
    owed: Place | None = None  # where the record ended when the archive fell behind
    owed_since: float = 0.0
    told: bool = False
    back_since: float | None = None  # since when its end is said to be before `head`


class Watch:
    """Looks at all machines. Times are those of one clock that never goes back; `alarm` is told of each problem."""

    def __init__(self, archive: Archive, alarm: Callable[[Machine, Problem], object]) -> None:
        self._archive = archive
        self._alarm = alarm
        self._states: dict[Machine, _State] = {}

    def heard(self, subject: str, data: bytes, now: float) -> None:
        """A machine has said that it is there."""
        parts = subject.split(".")
        try:
            alive = decode(Alive, data, SMALL_BYTES)
            number, _, hash = alive.head.partition(":")
            head = Place(int(number), hash)
        except (FleetError, ValueError):
            return
        if len(parts) != 4 or [alive.group, alive.machine] != parts[2:]:
            return
        machine = Machine(alive.group, alive.machine)
        before = self._states.get(machine)
        if before is None:
            self._states[machine] = before = _State(alive, head, now, now)
        if head.seq >= before.head.seq:
            before.back_since = None
        elif before.back_since is None or now - before.back_since < BACK_S:
            before.back_since = now if before.back_since is None else before.back_since
            self._compare_hashes(machine, head)
            return
        else:
            before.back_since = None
            says = f"its record ends with entry {head.seq}, and ended with {before.head.seq} before"
            self._alarm(machine, Problem("head", head.seq, says))
        if alive.policy != before.alive.policy:
            before.policy_since = now
        before.alive, before.head, before.heard = alive, head, now
        self._compare(machine, before, now)

    def look(self, now: float) -> None:
        """See who is behind."""
        for machine, state in self._states.items():
            if now - state.heard < GONE_S:
                self._compare(machine, state, now)

    def present(self, group: str, now: float) -> list[Presence]:
        """All machines of a group that were heard of."""
        return [
            Presence(
                group=machine.group,
                machine=machine.name,
                version=state.alive.version,
                number=state.alive.number,
                policy=state.alive.policy,
                waiting=state.alive.waiting,
                head=state.alive.head,
                archived=self._archive.head(machine).seq,
                silent_s=round(now - state.heard, 1),
                since_s=round(now - state.policy_since, 1),
            )
            for machine, state in sorted(self._states.items(), key=lambda each: (each[0].group, each[0].name))
            if machine.group == group
        ]

    def _compare(self, machine: Machine, state: _State, now: float) -> None:
        archived = self._archive.head(machine)
        head = state.head
        if head.seq <= archived.seq:
            self._compare_hashes(machine, head)
        if state.owed is not None and archived.seq >= state.owed.seq:
            state.owed, state.told = None, False
        if state.owed is None and archived.seq < head.seq:
            state.owed, state.owed_since = head, now
        if state.owed is not None and not state.told and now - state.owed_since > BEHIND_S:
            state.told = True
            says = f"it is there, and entry {state.owed.seq} has not arrived for {now - state.owed_since:.0f} s"
            self._alarm(machine, Problem("behind", archived.seq, says))

    def _compare_hashes(self, machine: Machine, head: Place) -> None:
        known = self._archive.hashes(machine, head.seq)
        if known and head.hash not in known:
            says = f"entry {head.seq} of its record is another one than was archived"
            self._alarm(machine, Problem("head", head.seq, says))
