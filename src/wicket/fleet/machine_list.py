"""Which machines have joined, from what the hub keeps, and which of them are there."""

from dataclasses import dataclass
from typing import Any

from wicket.fleet.enrolment import STAYS_S, Enrolled
from wicket.fleet.errors import BadMessage
from wicket.fleet.hub_connection import Link
from wicket.fleet.messages import SMALL_BYTES, Alive, decode
from wicket.fleet.nats_subjects_and_rights import PEOPLE

__all__ = ["Listed", "key_of_machine", "listed"]


@dataclass(frozen=True, slots=True)
class Listed:
    """A machine, and what it said last if it is there."""

    group: str
    name: str
    key: str
    alive: Alive | None

    def as_plain(self) -> dict[str, Any]:
        """For a program."""
        said = self.alive
        return {
            "group": self.group,
            "machine": self.name,
            "key": self.key,
            "there": said is not None,
            "version": "" if said is None else said.version,
            "policy": "" if said is None else said.policy,
            "policy_number": 0 if said is None else said.number,
            "head": "" if said is None else said.head,
            "waiting": 0 if said is None else said.waiting,
        }

    def as_row(self) -> list[str]:
        """For a person."""
        said = self.alive
        if said is None:
            return [self.group, self.name, "away", "", "", "", ""]
        policy = f"{said.number} ({said.policy[:8]})" if said.policy else "its own files"
        return [self.group, self.name, "there", said.version, policy, str(said.waiting), said.head.partition(":")[0]]


async def listed(link: Link, group: str = "") -> list[Listed]:
    """List the machines of a group, or of all. `link` is the helper's.

    Raises:
        HubAway: the hub does not answer.
    """
    wanted = group or "*"
    there: dict[tuple[str, str], Alive] = {}
    async for stored in link.fetch_all("$JS.API.DIRECT.GET.PRESENCE", f"w.alive.{wanted}.*"):
        _, _, its_group, name = stored.subject.split(".")
        try:
            there[its_group, name] = decode(Alive, stored.data, SMALL_BYTES)
        except BadMessage:
            continue
    found = []
    async for stored in link.fetch_all("$JS.API.DIRECT.GET.ENROLLED", f"w.enrolled.{wanted}.*"):
        _, _, its_group, name = stored.subject.split(".")
        if its_group == PEOPLE:
            continue
        enrolled = decode(Enrolled, stored.data, SMALL_BYTES)
        alive = there.get((its_group, name))
        if alive is not None or enrolled.seconds == STAYS_S:
            found.append(Listed(its_group, name, enrolled.key, alive))
    return sorted(found, key=lambda each: (each.group, each.name))


async def key_of_machine(link: Link, group: str, name: str) -> str:
    """The key with which a machine comes in; empty: there is none of that name.

    Raises:
        HubAway: the hub does not answer.
    """
    stored = await link.fetch(f"$JS.API.DIRECT.GET.ENROLLED.w.enrolled.{group}.{name}")
    return "" if stored is None else decode(Enrolled, stored.data, SMALL_BYTES).key
