"""Who may approve, write policies and audit, for which groups, and how many votes a request needs. Pure.

The roster is signed by the fleet's root key, which gateways pin when they enrol. It has a number and an end: an older
one is refused, and past its end no vote counts, so that a hub which withholds a newer one keeps nobody in office.
"""

import hashlib
from collections import Counter
from dataclasses import dataclass
from typing import Final, Literal

import msgspec

from wicket.fleet.errors import BadMessage, NotSigned, Stale
from wicket.fleet.messages import ROSTER_BYTES, Message, Signed, decode, encode, sign, signed_body
from wicket.fleet.nats_subjects_and_rights import checked_name
from wicket.fleet.signing_keys import KeyPair, Kind, public_key

__all__ = [
    "WEEK_S",
    "Known",
    "Need",
    "Person",
    "Roster",
    "RosterDocument",
    "read_roster",
    "sign_new_root",
    "sign_roster",
]

WEEK_S: Final = 7 * 24 * 3600.0

_PURPOSE: Final = "wicket-roster-1"
_PURPOSE_ROOT: Final = "wicket-root-1"

# As many new roots as a gateway follows from the one that it knows.
_LONGEST_CHAIN: Final = 100

Office = Literal["approve", "author", "audit"]


class Person(msgspec.Struct, frozen=True, kw_only=True):
    """Someone with a key. `roles` are words of the fleet's own, for requests that need votes of several of them."""

    name: str
    key: str
    groups: tuple[str, ...]
    may: tuple[Office, ...] = ("approve",)
    roles: tuple[str, ...] = ()

    @property
    def tags(self) -> dict[str, tuple[str, ...]]:
        """What their claim to log in says, so that the hub lets them do this: see `subjects.APPROVER`."""
        return {"group": self.groups} | {office: self.groups for office in ("author", "audit") if office in self.may}


class Need(msgspec.Struct, frozen=True, kw_only=True):
    """How many votes a request of a group and class needs. Each of `roles` needs one of them, by different people."""

    group: str
    kind: Literal["user", "root"]
    votes: int = 1
    roles: tuple[str, ...] = ()


class Roster(Message, frozen=True, kw_only=True):
    """The people of a fleet. Times are in seconds since 1970, by the clock of whoever signed."""

    number: int
    issued: float
    expires: float
    people: tuple[Person, ...] = ()
    needs: tuple[Need, ...] = ()

    def person(self, key: str) -> Person | None:
        """Whose key this is."""
        return next((person for person in self.people if person.key == key), None)

    def keys(self) -> frozenset[str]:
        """The keys of all."""
        return frozenset(person.key for person in self.people)

    def approvers(self, group: str) -> tuple[Person, ...]:
        """Who may approve in a group."""
        return tuple(person for person in self.people if "approve" in person.may and group in person.groups)

    def authors(self, group: str) -> tuple[Person, ...]:
        """Who may write policies for a group."""
        return tuple(person for person in self.people if "author" in person.may and group in person.groups)

    def need(self, group: str, kind: Literal["user", "root"]) -> Need:
        """What a request needs; one vote if nothing is said."""
        found = (need for need in self.needs if (need.group, need.kind) == (group, kind))
        return next(found, Need(group=group, kind=kind))


class _NewRoot(Message, frozen=True, kw_only=True):
    old: str
    new: str


class RosterDocument(Message, frozen=True, kw_only=True):
    """A roster as it travels: signed, with all changes of the root key, the oldest first."""

    roots: tuple[Signed, ...] = ()
    roster: Signed


@dataclass(frozen=True, slots=True)
class Known:
    """What a gateway has pinned: the root, and the newest roster it has seen. `number` 0: none."""

    root: str
    number: int = 0
    digest: str = ""


def sign_roster(root: KeyPair, roster: Roster, roots: tuple[Signed, ...] = ()) -> bytes:
    """Sign a roster.

    Raises:
        BadMessage: nobody could follow it.
        TooLarge: it is larger than a hub takes.
    """
    _check(roster)
    signed = decode(Signed, sign(root, _PURPOSE, roster, ROSTER_BYTES), ROSTER_BYTES)
    return encode(RosterDocument(roots=roots, roster=signed), ROSTER_BYTES)


def sign_new_root(old: KeyPair, new: str) -> Signed:
    """Let another key be the root from now on."""
    change = _NewRoot(old=old.public, new=public_key(new, Kind.PERSON))
    return decode(Signed, sign(old, _PURPOSE_ROOT, change, ROSTER_BYTES), ROSTER_BYTES)


def read_roster(data: bytes, known: Known) -> tuple[Roster, Known]:
    """Read a roster that the pinned root has signed, or one that follows it; say what to pin from now on.

    Whether its time is over is asked when a vote is counted.

    Raises:
        BadMessage: it is no roster, or contradicts itself.
        NotSigned: the root has not signed it.
        Stale: a newer one is known.
    """
    document = decode(RosterDocument, data, ROSTER_BYTES)
    root = _followed(known.root, document.roots)
    body = signed_body(document.roster, _PURPOSE, frozenset({root}))
    if body is None:
        raise NotSigned("the roster is not signed by the fleet's root; the one in force stays")
    roster = decode(Roster, body, ROSTER_BYTES)
    _check(roster)
    digest = hashlib.sha256(body).hexdigest()
    if roster.number < known.number:
        raise Stale(f"roster {roster.number} is older than {known.number}, which is in force")
    if roster.number == known.number and digest != known.digest:
        raise Stale(f"there are two rosters of number {roster.number}; the first one stays in force")
    return roster, Known(root, roster.number, digest)


def _followed(root: str, changes: tuple[Signed, ...]) -> str:
    """The root that has come after this one: each is named by the one before."""
    for signed in changes[:_LONGEST_CHAIN]:
        body = signed_body(signed, _PURPOSE_ROOT, frozenset({root}))
        if body is None:
            continue  # a change from before the root that is known here
        change = decode(_NewRoot, body, ROSTER_BYTES)
        if change.old == root:
            root = public_key(change.new, Kind.PERSON)
    return root


def _check(roster: Roster) -> None:
    if roster.number < 1:
        raise BadMessage("a roster's number begins with 1")
    if not roster.issued < roster.expires:
        raise BadMessage("the roster is over before it begins")
    for what, values in (
        ("are called", [person.name for person in roster.people]),
        ("have the key", [person.key for person in roster.people]),
    ):
        # Whoever has two names has two votes.
        for value, count in Counter(values).items():
            if count > 1:
                raise BadMessage(f"{count} people {what} {value}; everybody has one name and one key")
    for person in roster.people:
        checked_name(person.name, "name of a person")
        public_key(person.key, Kind.PERSON)
        for group in person.groups:
            checked_name(group, "name of a group")
    for (group, kind), count in Counter((need.group, need.kind) for need in roster.needs).items():
        if count > 1:
            raise BadMessage(f"what {group} needs for {kind} is said {count} times")
    for need in roster.needs:
        if need.votes < 1 or len(set(need.roles)) != len(need.roles):
            raise BadMessage(f"{need.group} needs one vote at least, and each role once")
