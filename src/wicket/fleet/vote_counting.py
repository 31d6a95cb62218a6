"""Which votes count, and what they decide. Pure.

A vote is believed for its signature and for nothing else: not for the subject it came on, not for the hub's word. The
signature covers the digest of the ask, and with it every word of the request, the machine, the ticket and the nonce.
All votes are looked at anew with the roster in force whenever something is decided.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from wicket.fleet.errors import BadMessage, FleetError
from wicket.fleet.messages import PURPOSE_VOTE, VOTE_BYTES, Signed, Vote, decode, encode, sign, signed_body
from wicket.fleet.nats_subjects_and_rights import read_vote_subject
from wicket.fleet.roster import Need, Person, Roster
from wicket.fleet.signing_keys import KeyPair
from wicket.wire.approver_views import Terms

__all__ = [
    "CastVote",
    "Outcome",
    "SentAsk",
    "VoteRefused",
    "as_recorded",
    "cast",
    "counted",
    "outcome",
    "recorded_vote",
]


class VoteRefused(FleetError):
    """A vote that does not count, and why."""


@dataclass(frozen=True, slots=True)
class SentAsk:
    """An ask as the gateway sent it. `digest` is that of the bytes it sent."""

    group: str
    machine: str
    ticket: str
    kind: Literal["user", "root"]
    digest: str


@dataclass(frozen=True, slots=True)
class CastVote:
    """A vote as it arrived: where, and which bytes."""

    subject: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the votes come to. `missing`: so many more are needed; `could` names who could give one.

    `roles` are those of which no vote is there yet. `terms` are agreed to if all who approved have the same.
    """

    decision: Literal["approved", "denied", "open"]
    by: tuple[str, ...] = ()
    because: str = ""
    terms: Terms | None = None
    missing: int = 0
    roles: tuple[str, ...] = ()
    could: tuple[str, ...] = ()


def cast(
    key: KeyPair,
    by: str,
    ask: SentAsk,
    decision: Literal["approve", "deny"],
    because: str = "",
    terms: Terms | None = None,
) -> CastVote:
    """Sign a vote. Its subject is the one that an approver publishes to.

    Raises:
        TooLarge: the reason is too long.
    """
    vote = Vote(
        machine=ask.machine,
        ticket=ask.ticket,
        digest=ask.digest,
        decision=decision,
        by=by,
        because=because,
        terms=terms,
    )
    return CastVote(f"a.vote.{ask.group}.{ask.machine}.{ask.ticket}.{by}", sign(key, PURPOSE_VOTE, vote, VOTE_BYTES))


def as_recorded(vote: CastVote) -> dict[str, str]:
    """A vote as it stands in a record: what was signed is text there, from which what looks like a secret is left out.

    Raises:
        BadMessage: it is no vote.
    """
    signed = decode(Signed, vote.data, VOTE_BYTES)
    return {
        "algorithm": signed.algorithm,
        "signer": signed.key,
        "signed": signed.body.decode(),
        "signature": signed.signature.hex(),
    }


def recorded_vote(said: Mapping[str, str], group: str) -> CastVote:
    """Read back what `as_recorded` wrote. If something was left out, the signature no longer fits.

    Raises:
        BadMessage: it is no vote.
    """
    try:
        signed = Signed(
            algorithm=said["algorithm"],
            key=said["signer"],
            body=said["signed"].encode(),
            signature=bytes.fromhex(said["signature"]),
        )
    except (KeyError, ValueError, TypeError, AttributeError) as error:
        raise BadMessage(f"this is no vote of a record: {error}") from error
    vote = decode(Vote, signed.body, VOTE_BYTES)
    return CastVote(f"w.vote.{group}.{vote.machine}.{vote.ticket}.{vote.by}", encode(signed, VOTE_BYTES))


def counted(vote: CastVote, ask: SentAsk, roster: Roster, now: float) -> tuple[Person, Vote]:
    """Read a vote, if it counts for this ask.

    Raises:
        VoteRefused: it does not.
        BadMessage: it is no vote.
    """
    if not now < roster.expires:
        raise VoteRefused("the roster's time is over, so that no vote counts; have the fleet's root sign a new one")
    signed = decode(Signed, vote.data, VOTE_BYTES)
    person = roster.person(signed.key)
    if person is None:
        raise VoteRefused("its key is in no roster in force")
    body = signed_body(signed, PURPOSE_VOTE, frozenset({person.key}))
    if body is None:
        raise VoteRefused(f"its signature is not {person.name}'s")
    read = decode(Vote, body, VOTE_BYTES)
    said = read_vote_subject(vote.subject)
    if said is None or (said.group, said.machine, said.ticket) != (ask.group, ask.machine, ask.ticket):
        raise VoteRefused(f"it came as a vote about something else, on {vote.subject}")
    if not said.approver == read.by == person.name:
        raise VoteRefused(f"{person.name} signed it, and it came in the name of {said.approver}")
    if "approve" not in person.may or ask.group not in person.groups:
        raise VoteRefused(f"{person.name} may not approve for {ask.group}")
    if (read.machine, read.ticket) != (ask.machine, ask.ticket):
        raise VoteRefused(f"{person.name} signed it for {read.ticket} of {read.machine}")
    if read.digest != ask.digest:
        raise VoteRefused(f"{person.name} was shown something else than what was asked")
    return person, read


def outcome(votes: Iterable[CastVote], ask: SentAsk, roster: Roster, now: float) -> Outcome:
    """Decide by the first votes that suffice, in the order given. A denial before that ends it."""
    need = roster.need(ask.group, ask.kind)
    approving: list[tuple[Person, Vote]] = []
    for vote in votes:
        try:
            person, read = counted(vote, ask, roster, now)
        except FleetError:
            continue  # which has been recorded when it arrived
        if read.decision == "deny":
            return Outcome("denied", (person.name,), read.because)
        if person not in [other for other, _ in approving]:
            approving.append((person, read))
        people = [other for other, _ in approving]
        if not _missing_votes(need, people):
            terms = {other.terms for _, other in approving}
            return Outcome(
                "approved",
                tuple(other.name for other in people),
                read.because,
                terms.pop() if len(terms) == 1 else None,
            )
    people = [other for other, _ in approving]
    return Outcome(
        "open",
        tuple(person.name for person in people),
        missing=_missing_votes(need, people),
        roles=_roles_left(need, people),
        could=_could(need, people, roster),
    )


def _missing_votes(need: Need, people: Sequence[Person]) -> int:
    """How many more are needed: of all, and of people that stand for a role that nobody stands for yet."""
    return max(need.votes - len(people), len(need.roles) - _filled(need.roles, people))


def _roles_left(need: Need, people: Sequence[Person]) -> tuple[str, ...]:
    """Which roles one more person could fill."""
    filled = _filled(need.roles, people)
    return tuple(
        role
        for role in need.roles
        if _filled(need.roles, [*people, Person(name="", key="", groups=(), roles=(role,))]) > filled
    )


def _could(need: Need, people: Sequence[Person], roster: Roster) -> tuple[str, ...]:
    """Who could bring it nearer to a decision."""
    missing = _missing_votes(need, people)
    others = [person for person in roster.approvers(need.group) if person not in people]
    return tuple(person.name for person in others if _missing_votes(need, [*people, person]) < missing)


def _filled(roles: Sequence[str], people: Sequence[Person]) -> int:
    """How many roles can be filled by different people: the size of the largest matching."""
    role_of: dict[int, str] = {}  # by a person's place

    def fill(role: str, tried: set[int]) -> bool:
        for place, person in enumerate(people):
            if role in person.roles and place not in tried:
                tried.add(place)
                if place not in role_of or fill(role_of[place], tried):
                    role_of[place] = role
                    return True
        return False

    return sum(fill(role, set()) for role in roles)
