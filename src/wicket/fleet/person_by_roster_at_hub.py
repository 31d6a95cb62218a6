"""A person who has come in: who they are by the roster in force, what waits for them, and their votes."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass

from wicket.fleet.claim_renewal import renewed_claim
from wicket.fleet.errors import FleetError, HubAway
from wicket.fleet.hub_connection import Link, connected
from wicket.fleet.hub_facts import HubFacts, ask_facts
from wicket.fleet.inbox_and_signed_votes import WaitingAsk, waiting_asks
from wicket.fleet.people_enrolment import PersonMembership
from wicket.fleet.person_files import PersonFiles
from wicket.fleet.roster import Person, Roster, read_roster
from wicket.fleet.signing_keys import KeyPair

__all__ = ["NotInRoster", "PersonAtHub", "at_hub", "person_of", "roster_at_hub"]


class NotInRoster(FleetError):
    """The roster in force does not name them."""


@dataclass(frozen=True, slots=True)
class PersonAtHub:
    """`facts` None: the hub's helper does not answer."""

    link: Link
    key: KeyPair
    person: Person
    roster: Roster
    facts: HubFacts | None
    now: Callable[[], float]

    @property
    def trouble(self) -> str:
        """What makes votes not count, or what could lose them; empty: nothing."""
        if self.roster.expires <= self.now():
            return f"roster {self.roster.number} is over, so that no vote counts; have the owner sign a new one"
        return "" if self.facts is None else self.facts.trouble

    async def waiting(self, group: str = "") -> list[WaitingAsk]:
        """What waits in their groups, the oldest of each group first.

        Raises:
            HubAway: the hub does not answer.
            NotInRoster: the group is none of theirs.
        """
        if "approve" not in self.person.may:
            raise NotInRoster(f"{self.person.name} may not approve; the roster says {', '.join(self.person.may)}")
        if group and group not in self.person.groups:
            raise NotInRoster(f"{group} is no group of yours; these are {', '.join(self.person.groups)}")
        groups = (group,) if group else self.person.groups
        return await waiting_asks(self.link, groups, self.roster, self.now())

    async def look(self, waiting: WaitingAsk) -> None:
        """Say that they have opened this one, for the others to see for a minute. Whether it is heard decides nothing.

        A list of what waits says nothing of the kind.
        """
        with suppress(HubAway):
            await self.link.store(f"a.look.{_where(waiting)}.{self.person.name}", b"looks")

    async def lookers(self, waiting: WaitingAsk) -> tuple[str, ...]:
        """Who else has opened this one within the last minute."""
        found = []
        for person in self.roster.approvers(waiting.ask.group):
            with suppress(HubAway):
                if person != self.person and await self.link.fetch(f"a.get.look.{_where(waiting)}.{person.name}"):
                    found.append(person.name)
        return tuple(found)


def _where(waiting: WaitingAsk) -> str:
    return f"{waiting.ask.group}.{waiting.ask.machine}.{waiting.ask.ticket}"


@asynccontextmanager
async def at_hub(files: PersonFiles, key: KeyPair, now: Callable[[], float]) -> AsyncIterator[PersonAtHub]:
    """Come in, and with the rights of the roster in force.

    Raises:
        HubAway: there is no hub, or it does not let them in.
        NotInRoster: the roster does not name them.
        FleetError: something of theirs cannot be read.
    """
    member = files.membership()
    async with connected(member.login(key)) as link:
        roster = await roster_at_hub(link, files, member)
        person = person_of(roster, member, key)
        renewed = await renewed_claim(link, member, key, person, now())
        if renewed is member:
            yield PersonAtHub(link, key, person, roster, await ask_facts(link, "a.get.hub"), now)
            return
    files.keep(renewed)
    async with connected(renewed.login(key)) as link:
        yield PersonAtHub(link, key, person, roster, await ask_facts(link, "a.get.hub"), now)


async def roster_at_hub(link: Link, files: PersonFiles, member: PersonMembership) -> Roster:
    """Fetch the roster, verify it, and remember it.

    Raises:
        HubAway: the hub does not answer.
        FleetError: there is none, or the one at the hub is not signed, or older than one that was seen.
    """
    kept = files.roster(member)
    stored = await link.fetch("a.get.roster")
    if stored is None:
        raise NotInRoster("the fleet has no roster yet; have its owner run `wicket fleet roster sign`")
    roster, known = read_roster(stored.data, kept.known)
    if known != kept.known:
        kept.keep(stored.data, known)
    return roster


def person_of(roster: Roster, member: PersonMembership, key: KeyPair) -> Person:
    """Who they are in a roster.

    Raises:
        NotInRoster: it does not name them.
    """
    person = roster.person(key.public)
    if person is None or person.name != member.name:
        raise NotInRoster(
            f"the roster does not name {member.name} with your key; "
            f"have its owner run `wicket fleet roster add {member.name} --key {key.public} --group NAME` and sign it"
        )
    return person
