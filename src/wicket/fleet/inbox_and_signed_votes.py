"""The approver's side: what waits in the groups of an approver, what it still needs, and the vote itself.

What is shown is what a machine says of itself, on a subject that only this machine can publish to. What is signed is
the digest of the very bytes that were shown.
"""

from collections.abc import AsyncIterator, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from wicket.fleet.errors import FleetError, HubRefused
from wicket.fleet.hub_connection import Link, Stored
from wicket.fleet.messages import ASK_BYTES, Ask, ask_digest, decode
from wicket.fleet.roster import Roster
from wicket.fleet.signing_keys import KeyPair
from wicket.fleet.vote_counting import CastVote, Outcome, SentAsk, cast, outcome
from wicket.wire.approver_views import Terms

__all__ = ["AlreadyVoted", "NotInInbox", "WaitingAsk", "folded", "give_vote", "one_of", "read_ask", "waiting_asks"]


class NotInInbox(FleetError):
    """Nothing under that name waits in the inbox."""


class AlreadyVoted(FleetError):
    """The approver has voted about this one before."""


@dataclass(frozen=True, slots=True)
class WaitingAsk:
    """An ask in the inbox, and what the votes so far come to. `number` is its place in the stream of its group."""

    ask: Ask
    sent: SentAsk
    number: int
    came: Outcome

    @property
    def name(self) -> str:
        """What it is called on the command line."""
        return f"{self.ask.machine}/{self.ask.ticket}"


async def waiting_asks(link: Link, groups: Iterable[str], roster: Roster, now: float) -> list[WaitingAsk]:
    """Everything that waits in these groups, the oldest first.

    Raises:
        HubAway: the hub does not answer.
    """
    return [waiting for group in groups async for waiting in _of_group(link, group, roster, now)]


async def _of_group(link: Link, group: str, roster: Roster, now: float) -> AsyncIterator[WaitingAsk]:
    stored = [each async for each in link.fetch_all(f"a.get.asks.{group}", f"w.ask.{group}.>")]
    for each in stored:
        if (ask := read_ask(each)) is None:
            continue
        where = f"{group}.{ask.machine}.{ask.ticket}"
        if await link.fetch(f"a.get.settled.{where}") is not None:
            continue
        sent = SentAsk(group, ask.machine, ask.ticket, ask.kind, ask_digest(each.data))
        votes = [
            (found.sequence, CastVote(found.subject, found.data))
            for person in roster.approvers(group)
            if (found := await link.fetch(f"a.get.vote.{where}.{person.name}")) is not None
        ]
        came = outcome([vote for _, vote in sorted(votes, key=lambda pair: pair[0])], sent, roster, now)
        yield WaitingAsk(ask, sent, each.sequence, came)


def read_ask(stored: Stored) -> Ask | None:
    """Read an ask as it lies in its place. None: the place is empty, or holds what is no ask of that machine."""
    parts = stored.subject.split(".")
    if not stored.data or len(parts) != 5:
        return None
    try:
        ask = decode(Ask, stored.data, ASK_BYTES)
    except FleetError:
        return None
    return ask if [ask.group, ask.machine] == parts[2:4] and ask.ticket.isascii() and ask.ticket.isalnum() else None


def folded(waiting: Sequence[WaitingAsk]) -> list[tuple[WaitingAsk, int]]:
    """Those that want the same, shown once: the oldest of them, and how many there are."""
    found: dict[object, list[WaitingAsk]] = {}
    for each in waiting:
        view = each.ask.view
        same = (
            each.ask.group,
            each.ask.machine,
            each.ask.kind,
            view.pipeline,
            view.cwd,
            tuple(sorted(view.env.items())),
        )
        found.setdefault(same, []).append(each)
    return [(same[0], len(same)) for same in found.values()]


def one_of(waiting: Sequence[WaitingAsk], name: str | None) -> WaitingAsk:
    """Find the one that is meant: `MACHINE/TICKET`, a ticket, or the beginning of one; without a name the only one.

    Raises:
        NotInInbox: there is none, or more than one.
    """
    if name is None:
        found = list(waiting)
    else:
        found = [each for each in waiting if each.name == name] or [
            each for each in waiting if each.name.startswith(name) or each.ask.ticket.startswith(name)
        ]
    if len(found) == 1:
        return found[0]
    if not found:
        what = "nothing waits" if name is None else f"nothing called {name} waits"
        raise NotInInbox(f"{what} in your inbox")
    names = ", ".join(each.name for each in found[:5])
    raise NotInInbox(f"{len(found)} wait; say which one is meant: {names}")


async def give_vote(
    link: Link,
    key: KeyPair,
    by: str,
    waiting: WaitingAsk,
    decision: Literal["approve", "deny"],
    because: str = "",
    terms: Terms | None = None,
) -> None:
    """Sign a vote and have it stored. The gateway then decides whether it suffices.

    Raises:
        AlreadyVoted: there is a vote of this approver for it.
        HubAway: nobody knows whether it was stored.
    """
    vote = cast(key, by, waiting.sent, decision, because, terms)
    try:
        await link.store(vote.subject, vote.data)
    except HubRefused as error:
        if "per subject" in str(error):
            raise AlreadyVoted(f"you have voted about {waiting.name} already; a vote cannot be changed") from error
        raise
