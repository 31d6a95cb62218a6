"""The fleet's door of a gateway: what waits here is asked in the fleet's inbox, and signed votes decide it.

The gateway judges. A vote from the hub is believed for its signature alone, and the gateway's own line lets exactly one
decision through, whichever door it comes from. Nothing here ever allows because the hub is away: what waits goes on
waiting, until its deadline.

A machine has sixteen places in the inbox. What each should hold is kept here, and published again when the hub has come
back, so that it does not matter what a hub has lost or a gateway that was killed has left there.
"""

import asyncio
import logging
import secrets
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final, Literal

from wicket.fleet.errors import FleetError, HubAway, TooLarge
from wicket.fleet.hub_connection import Link, Stored
from wicket.fleet.kept_roster import RosterFile
from wicket.fleet.messages import ASK_BYTES, SMALL_BYTES, Ask, Settled, ask_digest, encode
from wicket.fleet.nats_subjects_and_rights import PLACES, read_vote_subject
from wicket.fleet.roster import Roster, read_roster
from wicket.fleet.vote_counting import CastVote, Outcome, SentAsk, VoteRefused, as_recorded, counted, outcome
from wicket.gateway import record_entries
from wicket.gateway.approval_queue import Approved, Closed, Decision, Denied, Expired, Waiting, Withdrawn
from wicket.gateway.approver_request_views import request_view
from wicket.gateway.errors import GrantRefused, NotWaiting
from wicket.gateway.request_lifecycle import Gateway

__all__ = ["DOOR", "DoorSettings", "FleetDoor"]

log = logging.getLogger(__name__)

# What the record calls this door.
DOOR: Final = "fleet"

# What a hub did not take is said again after this.
AGAIN_S: Final = 2.0

# What is published again can get lost on its way between servers, and then nobody says it a second time. So votes and
# the roster are looked for as well.
LOOK_S: Final = 30.0

# So many refused votes of one request are recorded: a hub that makes them up must not fill the record.
MOST_REFUSED: Final = 100


@dataclass(frozen=True, slots=True)
class DoorSettings:
    """Who this gateway is, and what may be approved at the machine itself.

    `local_doors`: whether they may `approve`, or only `deny`. `offline`: whether they may do so when the hub has been
    away for `offline_after_s` seconds (`local`), or must `wait`. What needs several people is approved by the fleet.
    `classes` are what the fleet decides at all; the rest is the machine's own affair.
    """

    group: str
    machine: str
    local_doors: Literal["deny", "approve"] = "deny"
    offline: Literal["wait", "local"] = "wait"
    offline_after_s: float = 60.0
    classes: tuple[Literal["user", "root"], ...] = ("user", "root")


@dataclass(slots=True)
class _Sent:
    ask: SentAsk
    data: bytes
    place: str
    votes: dict[str, CastVote] = field(default_factory=dict)  # by approver, in the order in which they came
    refused: int = 0
    over: bool = False  # the votes have decided


class FleetDoor:
    """Asks the fleet. Make it in a running loop; `up` and `down` are for a `StandingLink`, `run()` for a task."""

    def __init__(
        self,
        gateway: Gateway,
        settings: DoorSettings,
        kept: RosterFile,
        *,
        policy: Callable[[], str] = lambda: "",
        now: Callable[[], float] = time.time,
    ) -> None:
        self._gateway = gateway
        self._settings = settings
        self._policy = policy
        self._now = now
        self._loop = asyncio.get_running_loop()
        self._link: Link | None = None
        self._away_since: float | None = self._loop.time()  # None: it is there, and takes what it is told
        self._keep = kept.keep
        self._known = kept.known
        self.roster: Roster | None = None
        self.on_roster: list[Callable[[], object]] = []  # whom to tell that another one is in force
        if kept.data is not None:
            self._take_roster(kept.data)
        self._sent: dict[str, _Sent] = {}  # by ticket
        self._too_large: set[str] = set()
        self._places = dict.fromkeys(PLACES, b"")
        self._unsaid = set(PLACES)  # places of which the hub may hold something else
        self._settled: deque[Settled] = deque(maxlen=1000)
        self._news = asyncio.Event()
        gateway.on_change.append(self._look)
        gateway.on_decision.append(self._decided)
        gateway.why_not = self.why_not

    # ── the gateway's line ───────────────────────────────────────────────────

    def _look(self) -> None:
        """Give places to those who wait, first come first."""
        waiting = self._gateway.pending()
        for each in waiting:
            if each.ticket in self._sent or each.ticket in self._too_large or _kind(each) not in self._settings.classes:
                continue
            taken = {sent.place for sent in self._sent.values()}
            free = next((place for place in PLACES if place not in taken), None)
            if free is None:
                return  # the others wait at home
            self._send(each, free)

    def _send(self, waiting: Waiting, place: str) -> None:
        settings, ticket = self._settings, waiting.ticket
        ask = Ask(
            machine=settings.machine,
            group=settings.group,
            ticket=ticket,
            nonce=secrets.token_hex(16),
            kind=_kind(waiting),
            view=request_view(waiting, self._now() - self._loop.time()),
            policy=self._policy(),
            expires_in_s=round(waiting.deadline - self._loop.time(), 3),
        )
        try:
            data = encode(ask, ASK_BYTES)
        except TooLarge as error:
            self._too_large.add(ticket)
            if self.why_not(ticket, ""):
                because = f"it cannot be asked in the fleet's inbox, and here nobody may approve it: {error}"
                self._loop.call_soon(self._deny, ticket, "gateway", because)
            return
        sent = SentAsk(settings.group, settings.machine, ticket, ask.kind, ask_digest(data))
        self._sent[ticket] = _Sent(sent, data, place)
        self._say(place, data)

    def _say(self, place: str, data: bytes) -> None:
        self._places[place] = data
        self._unsaid.add(place)
        self._news.set()

    def _decided(self, ticket: str, _key: str, decision: Decision) -> None:
        """One has left the line, by whatever door: tell the inbox, and give its place back."""
        self._too_large.discard(ticket)
        sent = self._sent.pop(ticket, None)
        if isinstance(decision, Approved) and decision.door != DOOR and (away_s := self.away_s) > 0:
            at = self._now()
            self._gateway.record(record_entries.without_hub(ticket, decision.door, decision.by, away_s, at))
        if sent is None:
            return
        how, by = _how(decision)
        self._settled.append(Settled(machine=self._settings.machine, ticket=ticket, how=how, by=by))
        self._say(sent.place, b"")

    def why_not(self, ticket: str, door: str) -> str:
        """Say why a yes to this one may not come from a door; empty: it may."""
        if door == DOOR:
            return ""
        kind = next((_kind(each) for each in self._gateway.pending() if each.ticket == ticket), "user")
        if kind not in self._settings.classes:
            return ""
        need = None if self.roster is None else self.roster.need(self._settings.group, kind)
        if need is None or need.votes > 1 or need.roles:
            return "it needs votes of several people, who give them in the fleet's inbox"
        if self._settings.local_doors == "approve":
            return ""
        if self._settings.offline == "local" and self.away_s >= self._settings.offline_after_s > 0:
            return ""
        return "the fleet decides it; approve it in the fleet's inbox. Here it can be denied"

    @property
    def away_s(self) -> float:
        """For how long the hub has been away, or has not taken what it was told; 0: it is there."""
        return 0.0 if self._away_since is None else self._loop.time() - self._away_since

    # ── the hub ──────────────────────────────────────────────────────────────

    async def up(self, link: Link) -> None:
        """The hub is there: hear votes, look for those that came meanwhile, and say all anew.

        Raises:
            HubAway: it is away again.
        """
        where = f"{self._settings.group}.{self._settings.machine}"
        await link.listen(f"m.voted.{where}.*.*", self._heard)
        await link.listen("m.rostered", self._rostered)
        self._link = link
        try:
            await self._fetch_roster(link)
            await self._fetch_votes(link)
        except HubAway:
            self.down()
            raise
        self._unsaid = set(PLACES)
        self._news.set()

    def down(self) -> None:
        """The hub is away."""
        self._link = None
        self._is_away()

    def _is_away(self) -> None:
        if self._away_since is None:
            self._away_since = self._loop.time()

    async def run(self) -> None:
        """Say what is to be said, when the hub is there, and look from time to time for what was not heard."""
        looked = self._loop.time()
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_S):
                    await self._news.wait()
            self._news.clear()
            link = self._link
            if link is None:
                continue  # all is published again when it is back
            try:
                await self._say_all(link)
                if self._loop.time() - looked >= LOOK_S:
                    await self._fetch_roster(link)
                    await self._fetch_votes(link)
                    looked = self._loop.time()
                self._away_since = None if self._link is link else self._away_since
            except HubAway as error:  # slow, full, forbidden or nonsense: the same as away
                log.warning("%s", error)
                self._is_away()
                self._loop.call_later(AGAIN_S, self._news.set)

    async def _say_all(self, link: Link) -> None:
        where = f"{self._settings.group}.{self._settings.machine}"
        while self._settled:
            settled = self._settled[0]
            with suppress(TooLarge):
                data = encode(settled, SMALL_BYTES)
                try:
                    await link.store(f"m.settled.{where}.{settled.ticket}", data)
                except HubAway as error:
                    if "per subject" not in str(error):  # it has been told that already
                        raise
            if self._settled and self._settled[0] is settled:
                self._settled.popleft()
        for place in sorted(self._unsaid):
            data = self._places[place]
            await link.store(f"m.ask.{where}.{place}", data)
            if self._places[place] is data:
                self._unsaid.discard(place)
        if self._unsaid:
            self._news.set()

    async def close(self) -> None:
        """Tell the inbox what the gateway's end has decided, if the hub is there."""
        if self._link is not None:
            with suppress(HubAway):
                await self._say_all(self._link)

    # ── votes ────────────────────────────────────────────────────────────────

    async def _heard(self, stored: Stored) -> None:
        said = read_vote_subject(stored.subject)
        if said is not None and (sent := self._sent.get(said.ticket)) is not None:
            self._take_vote(said.ticket, sent, CastVote(stored.subject, stored.data))

    def _take_vote(self, ticket: str, sent: _Sent, vote: CastVote) -> None:
        if self.roster is None:
            return  # it is fetched when there is one
        try:
            person, _ = counted(vote, sent.ask, self.roster, self._now())
        except FleetError as error:
            sent.refused += 1
            if sent.refused <= MOST_REFUSED:
                because = str(error) if isinstance(error, VoteRefused) else f"it is no vote: {error}"
                self._gateway.record(record_entries.vote_refused(ticket, vote.subject, because, self._now()))
            return
        sent.votes.setdefault(person.name, vote)
        self._decide(ticket, sent)

    def _decide(self, ticket: str, sent: _Sent) -> None:
        if self.roster is None or sent.over:
            return
        came = outcome(sent.votes.values(), sent.ask, self.roster, self._now())
        if came.decision == "open":
            return
        sent.over = True
        votes = [as_recorded(vote) for vote in sent.votes.values()]
        self._gateway.record(record_entries.voted(ticket, sent.ask.digest, votes, self._now()))
        by = ", ".join(came.by)
        if came.decision == "denied":
            self._deny(ticket, by, came.because)
        else:
            self._approve(ticket, by, came)

    def _approve(self, ticket: str, by: str, came: Outcome) -> None:
        agreed = None
        with suppress(NotWaiting):
            if (terms := came.terms) is not None:
                with suppress(GrantRefused):  # the request itself is approved all the same
                    agreed = self._gateway.grant(
                        ticket, by=by, times=terms.times, seconds=terms.seconds, wide=terms.similar, door=DOOR
                    )
            self._gateway.approve(ticket, by=by, door=DOOR, comment=came.because)
            return
        if agreed is not None:  # who says yes too late has agreed to nothing
            self._gateway.revoke(agreed.id, by=by)

    def _deny(self, ticket: str, by: str, because: str) -> None:
        with suppress(NotWaiting):
            self._gateway.deny(ticket, by=by, door=DOOR, because=because)

    async def _fetch_votes(self, link: Link) -> None:
        """Look for votes that came while nobody heard them: one for each request and each who may approve it."""
        if self.roster is None:
            return
        settings = self._settings
        for ticket, sent in list(self._sent.items()):
            found: list[Stored] = []
            for person in self.roster.approvers(settings.group):
                if person.name in sent.votes:
                    continue
                subject = f"m.get.vote.{settings.group}.{settings.machine}.{ticket}.{person.name}"
                if (stored := await link.fetch(subject)) is not None:
                    found.append(stored)
            for stored in sorted(found, key=lambda each: each.sequence):
                if ticket in self._sent:
                    self._take_vote(ticket, sent, CastVote(stored.subject, stored.data))

    # ── the roster ───────────────────────────────────────────────────────────

    async def _rostered(self, _hint: Stored) -> None:
        """There may be a new roster: what was published is a hint, and what counts is fetched and verified."""
        if (link := self._link) is None:
            return
        with suppress(HubAway):
            await self._fetch_roster(link)
            await self._fetch_votes(link)

    async def _fetch_roster(self, link: Link) -> None:
        stored = await link.fetch("m.get.roster")
        if stored is None:
            return
        known = self._known
        if self._take_roster(stored.data) and self._known != known:
            self._keep(stored.data, self._known)
            for tell in self.on_roster:
                tell()
            for ticket, sent in list(self._sent.items()):
                self._decide(ticket, sent)

    def _take_roster(self, data: bytes) -> bool:
        try:
            self.roster, self._known = read_roster(data, self._known)
        except FleetError as error:
            log.error("the fleet's roster was not taken: %s", error)
            return False
        return True


def _kind(waiting: Waiting) -> Literal["user", "root"]:
    return "root" if waiting.admitted.privileged else "user"


def _how(decision: Decision) -> tuple[Literal["approved", "denied", "expired", "withdrawn", "closed"], tuple[str, ...]]:
    match decision:
        case Approved(by):
            return "approved", (by,)
        case Denied(by):
            return "denied", (by,)
        case Expired():
            return "expired", ()
        case Withdrawn():
            return "withdrawn", ()
        case Closed():
            return "closed", ()
