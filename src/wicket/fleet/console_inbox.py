"""All that waits in the groups of an approver, kept up to date while a console runs.

What the hub says of news is heard, and read again from time to time, as nobody repeats what got lost. Asks and votes
are verified here as at a gateway; what is shown of an ask is what its digest covers.
"""

import asyncio
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Final, Literal

from wicket.fleet.claim_renewal import renewed_claim
from wicket.fleet.errors import FleetError, HubAway
from wicket.fleet.hub_connection import Link, Login, Stored
from wicket.fleet.hub_facts import HubFacts, ask_facts
from wicket.fleet.inbox_and_signed_votes import WaitingAsk, give_vote, read_ask
from wicket.fleet.messages import SMALL_BYTES, Ask, Settled, ask_digest, decode
from wicket.fleet.nats_subjects_and_rights import read_vote_subject
from wicket.fleet.person_by_roster_at_hub import PersonAtHub, person_of, roster_at_hub
from wicket.fleet.person_files import PersonFiles
from wicket.fleet.signing_keys import KeyPair
from wicket.fleet.vote_counting import CastVote, Outcome, SentAsk, outcome
from wicket.wire.approver_views import Terms

if TYPE_CHECKING:
    from wicket.fleet.roster import Person, Roster

__all__ = ["HeldAsk", "Key", "NoLongerWaits", "TeamInbox"]

# A member has 16 subscriptions: three a group, and some to ask with. What is not heard is read more often.
HEARD_GROUPS: Final = 4
AGAIN_S: Final = 30.0
UNHEARD_S: Final = 2.0

# So many questions are on their way to the hub at once.
AT_ONCE: Final = 32

MOST_SETTLED: Final = 10_000

Key = tuple[str, str, str]  # group, machine, ticket


class NoLongerWaits(FleetError):
    """It is over, or nobody ever asked."""


@dataclass(slots=True)
class HeldAsk:
    """An ask. `seen` and `ends` are times of the loop: the machine's own clock says nothing here."""

    ask: Ask
    sent: SentAsk
    number: int
    seen: float
    ends: float
    came: Outcome = field(default_factory=lambda: Outcome("open"))

    @property
    def key(self) -> Key:
        """Which one it is."""
        return self.ask.group, self.ask.machine, self.ask.ticket

    @property
    def waiting(self) -> WaitingAsk:
        """As the inbox on the command line has it."""
        return WaitingAsk(self.ask, self.sent, self.number, self.came)


class TeamInbox:
    """`up` and `down` are for a `StandingLink` with `login`; run `run()` in a task. Make it in a running loop.

    `on_change` are told when something may be different, `on_settled` how one was decided.
    """

    def __init__(self, files: PersonFiles, key: KeyPair, now: Callable[[], float] = time.time) -> None:
        """Begin, as the person whose files and opened key these are.

        Raises:
            FleetError: they are in no fleet.
        """
        self.on_change: list[Callable[[], object]] = []
        self.on_settled: list[Callable[[Key, Settled], object]] = []
        self.person: Person | None = None
        self.roster: Roster | None = None
        self.voted: set[Key] = set()  # by this person, here
        self._trouble = "not connected yet"
        self._facts: HubFacts | None = None
        self._files = files
        self._member = files.membership()
        self._key = key
        self._now = now
        self._loop = asyncio.get_running_loop()
        self._link: Link | None = None
        self._asks: dict[Key, HeldAsk] = {}
        self._places: dict[tuple[str, ...], tuple[int, Key | None]] = {}  # a place's last message, and what it asks
        self._votes: dict[Key, dict[str, tuple[int, CastVote]]] = {}
        self._settled: dict[Key, None] = {}
        self._soon = asyncio.Event()

    @property
    def name(self) -> str:
        """Who they are."""
        return self._member.name

    def login(self) -> Login:
        """How they log in now."""
        return self._member.login(self._key)

    @property
    def me(self) -> PersonAtHub:
        """This person, at the hub.

        Raises:
            HubAway: there is no connection.
        """
        if self._link is None or self.person is None or self.roster is None:
            raise HubAway(f"nothing can be done: {self._trouble}")
        return PersonAtHub(self._link, self._key, self.person, self.roster, self._facts, self._now)

    @property
    def troubles(self) -> list[str]:
        """What keeps votes from counting, or what is shown from being all there is."""
        if self._link is None:
            return [f"the hub is away, and nothing can be decided until it is back: {self._trouble}"]
        if self.person is None:
            return [self._trouble]
        found = [self._trouble, self.me.trouble]
        return [each for each in found if each]

    def waiting(self) -> list[HeldAsk]:
        """What waits for a vote of this person, the oldest first."""
        mine = [
            held
            for key, held in self._asks.items()
            if held.came.decision == "open" and key not in self.voted and self.name not in held.came.by
        ]
        return sorted(mine, key=lambda held: held.seen)

    def one(self, key: Key) -> HeldAsk:
        """Find what waits.

        Raises:
            NoLongerWaits: it does not.
        """
        held = self._asks.get(key)
        if held is None or held.came.decision != "open":
            raise NoLongerWaits("it no longer waits for an answer")
        if key in self.voted or self.name in held.came.by:
            raise NoLongerWaits("you have voted about it already; a vote cannot be changed")
        return held

    def came(self, key: Key) -> Outcome | None:
        """What the votes about an ask come to. None: it is over, or there is none."""
        held = self._asks.get(key)
        return None if held is None else held.came

    async def vote(
        self, held: HeldAsk, decision: Literal["approve", "deny"], because: str = "", terms: Terms | None = None
    ) -> None:
        """Sign a vote over the very bytes that are held, and have it stored.

        Raises:
            AlreadyVoted: there is one.
            HubAway: nobody knows whether it was stored.
        """
        me = self.me
        await give_vote(me.link, me.key, me.person.name, held.waiting, decision, because, terms)
        self.voted.add(held.key)
        self._changed()

    # ── the hub ──────────────────────────────────────────────────────────────

    async def up(self, link: Link) -> None:
        """The hub is there: hear what is new, and read all that waits.

        Raises:
            HubAway: it is away again.
            FleetError: the roster does not name this person.
        """
        try:
            await self._begin(link)
        except FleetError as error:
            self.failed(str(error))
            raise
        self._link, self._trouble = link, ""
        self._changed()

    async def _begin(self, link: Link) -> None:
        await link.listen("a.rostered", self._rostered)
        await self._take_roster(link)
        self._facts = await ask_facts(link, "a.get.hub")
        for group in self._groups()[:HEARD_GROUPS]:
            await link.listen(f"a.asked.{group}.*.*", self._asked)
            await link.listen(f"a.voted.{group}.*.*.*", self._voted)
            await link.listen(f"a.done.{group}.*.*", self._done)
        await self._read(link)

    def down(self) -> None:
        """The hub is away."""
        self._link = None
        self._changed()

    def failed(self, trouble: str) -> None:
        """Why there is no connection."""
        self._trouble = trouble
        self._changed()

    async def run(self) -> None:
        """Read all again, from time to time."""
        while True:
            often = len(self._groups()) > HEARD_GROUPS
            with suppress(TimeoutError):
                async with asyncio.timeout(UNHEARD_S if often else AGAIN_S):
                    await self._soon.wait()
            self._soon.clear()
            if (link := self._link) is None:
                continue
            try:
                await self._take_roster(link)
                await self._read(link)
            except HubAway as error:
                self._trouble = str(error)
            except FleetError as error:  # as they are in the roster no more
                self._trouble = str(error)
                self.person = None
                self._asks.clear()
                self._places.clear()
                await link.close()
            else:
                self._trouble = ""
            self._changed()

    def _groups(self) -> tuple[str, ...]:
        return () if self.person is None or "approve" not in self.person.may else self.person.groups

    async def _take_roster(self, link: Link) -> None:
        self.roster = await roster_at_hub(link, self._files, self._member)
        self.person = person_of(self.roster, self._member, self._key)
        renewed = await renewed_claim(link, self._member, self._key, self.person, self._now())
        for held in self._asks.values():
            self._count(held)
        if renewed is not self._member:
            self._member = renewed
            self._files.keep(renewed)
            await link.close()
            raise HubAway("the rights are other ones now")  # which the next connection has

    async def _rostered(self, _hint: Stored) -> None:
        self._soon.set()

    async def _read(self, link: Link) -> None:
        """Read all asks, and the votes about those that are new."""
        known = dict(self._places)
        there: set[tuple[str, ...]] = set()
        for group in self._groups():
            async for stored in link.fetch_all(f"a.get.asks.{group}", f"w.ask.{group}.>"):
                there.add(_place(stored))
                self._take_ask(stored)
        for place, (number, _) in known.items():
            if place not in there and self._places.get(place, (0, None))[0] == number:
                self._empty(place)
        wanted = list(self._asks.values())
        for at in range(0, len(wanted), AT_ONCE):
            await self._read_votes_of(link, wanted[at : at + AT_ONCE])
            self._changed()
        self._votes = {key: votes for key, votes in self._votes.items() if key in self._asks}

    async def _read_votes_of(self, link: Link, some: Sequence[HeldAsk]) -> None:
        try:
            async with asyncio.TaskGroup() as tasks:
                for held in some:
                    tasks.create_task(self._read_votes(link, held))
        except* HubAway as group:
            raise HubAway(str(group.exceptions[0])) from None

    async def _read_votes(self, link: Link, held: HeldAsk) -> None:
        where = ".".join(held.key)
        if (settled := await link.fetch(f"a.get.settled.{where}")) is not None:
            self._settle(held.key, settled.data)
            return
        heard = self._votes.get(held.key, {})
        people = [] if self.roster is None else self.roster.approvers(held.ask.group)
        for person in people:
            if person.name not in heard and (found := await link.fetch(f"a.get.vote.{where}.{person.name}")):
                self._take_vote(found)

    # ── what is heard ────────────────────────────────────────────────────────

    async def _asked(self, stored: Stored) -> None:
        self._take_ask(stored)
        self._changed()

    async def _voted(self, stored: Stored) -> None:
        self._take_vote(stored)
        self._changed()

    async def _done(self, stored: Stored) -> None:
        parts = stored.subject.split(".")
        if len(parts) == 5:
            self._settle((parts[2], parts[3], parts[4]), stored.data)
            self._changed()

    def _take_ask(self, stored: Stored) -> None:
        place = _place(stored)
        number, before = self._places.get(place, (0, None))
        if stored.sequence < number:
            return  # older than what was heard
        ask = read_ask(stored)
        key = None if ask is None else (ask.group, ask.machine, ask.ticket)
        self._places[place] = (stored.sequence, key)
        if before is not None and before != key:
            self._asks.pop(before, None)
        if ask is None or key is None or key in self._settled:
            return
        digest = ask_digest(stored.data)
        known = self._asks.get(key)
        if known is not None and known.sent.digest == digest:
            known.number = stored.sequence
            return
        now = self._loop.time()
        left_s = max(0.0, ask.expires_in_s - self._age(stored))
        held = HeldAsk(ask, SentAsk(*key, ask.kind, digest), stored.sequence, now, now + left_s)
        self._asks[key] = held
        self._count(held)

    def _age(self, stored: Stored) -> float:
        """For how long it has lain at the hub, by the hub's clock and ours. For the eye: nothing is decided by it."""
        try:
            at = datetime.fromisoformat(stored.headers["Nats-Time-Stamp"]).timestamp()
        except (KeyError, ValueError):
            return 0.0
        return max(0.0, self._now() - at)

    def _empty(self, place: tuple[str, ...]) -> None:
        _, key = self._places.pop(place)
        if key is not None:
            self._asks.pop(key, None)

    def _take_vote(self, stored: Stored) -> None:
        said = read_vote_subject(stored.subject.replace("$JS.API.DIRECT.GET.VOTES.", ""))
        if said is None:
            return
        key = (said.group, said.machine, said.ticket)
        self._votes.setdefault(key, {}).setdefault(
            said.approver, (stored.sequence, CastVote(stored.subject, stored.data))
        )
        if (held := self._asks.get(key)) is not None:
            self._count(held)

    def _count(self, held: HeldAsk) -> None:
        """See what the votes come to, with the roster in force."""
        if self.roster is not None:
            votes = sorted(self._votes.get(held.key, {}).values(), key=lambda pair: pair[0])
            held.came = outcome([vote for _, vote in votes], held.sent, self.roster, self._now())

    def _settle(self, key: Key, data: bytes) -> None:
        if key in self._settled:
            return
        while len(self._settled) >= MOST_SETTLED:
            del self._settled[next(iter(self._settled))]
        self._settled[key] = None
        held = self._asks.pop(key, None)
        with suppress(FleetError):
            settled = decode(Settled, data, SMALL_BYTES)
            if held is not None:
                for tell in self.on_settled:
                    tell(key, settled)

    def _changed(self) -> None:
        for tell in self.on_change:
            tell()


def _place(stored: Stored) -> tuple[str, ...]:
    return tuple(stored.subject.split(".")[2:])
