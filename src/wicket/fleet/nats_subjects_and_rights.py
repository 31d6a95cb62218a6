"""Where each thing is said: names in the three accounts, and what a machine or an approver may say and hear. Pure.

`w.…` is what the account with the streams sees, `m.…` what machines see of it, `a.…` approvers, `n.…` newcomers. A
server checks what a client publishes but not where it wants the answer, so that nobody but the hub may share an
account with a stream.
"""

import hashlib
import re
from dataclasses import dataclass
from typing import Final

from wicket.fleet.errors import FleetError

__all__ = [
    "APPROVER",
    "MACHINE",
    "NEWCOMER",
    "PEOPLE",
    "PLACES",
    "REGION_SERVER",
    "SHARDS",
    "BadName",
    "Rights",
    "Voted",
    "checked_name",
    "inbox_prefix",
    "read_vote_subject",
    "shard_of",
]

# How many of a machine's asks the inbox takes. One message replaces only what is in its own place.
PLACES: Final = tuple("0123456789abcdef")
SHARDS: Final = tuple("01234567")

# The group of those who are people: no name of a group begins so.
PEOPLE: Final = "_people"

# How the name of a region's server begins. It has no streams: these are at the hub behind it.
REGION_SERVER: Final = "wicket-region-"

# NATS makes tags small, and a name is one token of a subject.
_NAME = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?")


class BadName(FleetError):
    """A name that cannot be part of a subject."""


def checked_name(text: str, what: str = "name") -> str:
    """Return a name of a machine, a group or a person if it is one.

    Raises:
        BadName: it is not.
    """
    if _NAME.fullmatch(text) is None:
        raise BadName(f"{text[:80]!r} is no {what}: use a-z, 0-9 and - between them, up to 63 characters")
    return text


def shard_of(group: str, machine: str) -> str:
    """Which of the record's streams a machine writes to."""
    return SHARDS[hashlib.sha256(f"{group}.{machine}".encode()).digest()[0] % len(SHARDS)]


def inbox_prefix(role: str, group: str, name: str) -> str:
    """Where answers to a member go: a place that no other member can listen at."""
    return f"_I.{role}.{group}.{name}" if group else f"_I.{role}.{name}"


@dataclass(frozen=True, slots=True)
class Rights:
    """What members of a kind may publish and listen to, as a template that the server fills in from a member's claims.

    `payload` is the largest message, `subscriptions` how many there may be at a time.
    """

    publish: tuple[str, ...]
    listen: tuple[str, ...]
    payload: int
    subscriptions: int = 16


_SELF = "{{tag(group)}}.{{name()}}"
_SHARD = "{{tag(shard)}}"

MACHINE: Final = Rights(
    publish=(
        *(f"m.ask.{_SELF}.{place}" for place in PLACES),
        f"m.settled.{_SELF}.*",
        f"m.rec.{_SHARD}.{_SELF}",
        f"m.alive.{_SELF}",
        f"m.renew.{_SELF}",
        f"m.get.vote.{_SELF}.*.*",
        f"m.get.rec.{_SHARD}.{_SELF}",
        "m.get.policy.{{tag(group)}}",
        "m.get.roster",
        "m.get.hub",
    ),
    listen=(f"_I.m.{_SELF}.>", f"m.voted.{_SELF}.*.*", "m.news.{{tag(group)}}", "m.rostered"),
    payload=576 * 1024,
)

APPROVER: Final = Rights(
    publish=(
        "a.vote.{{tag(group)}}.*.*.{{name()}}",
        "a.look.{{tag(group)}}.*.*.{{name()}}",
        "a.get.look.{{tag(group)}}.*.*.*",
        "a.get.asks.{{tag(group)}}",
        "a.get.vote.{{tag(group)}}.*.*.*",
        "a.get.settled.{{tag(group)}}.*.*",
        "a.get.roster",
        "a.get.hub",
        "a.renew.{{name()}}",
        "a.get.policy.{{tag(group)}}",
        "a.policies.{{tag(group)}}",
        "a.machines.{{tag(group)}}",
        # Only in the claims of authors and auditors: what names a tag that a claim does not have gives no right.
        "a.policy.{{tag(author)}}",
        "a.audit.{{tag(audit)}}.{{name()}}",
    ),
    listen=(
        "_I.a.{{name()}}.>",
        "a.asked.{{tag(group)}}.*.*",
        "a.voted.{{tag(group)}}.*.*.*",
        "a.done.{{tag(group)}}.*.*",
        "a.here.{{tag(group)}}.*",
        "a.rostered",
    ),
    payload=576 * 1024,
)

NEWCOMER: Final = Rights(
    publish=("n.enroll.{{tag(group)}}.{{tag(uses)}}.{{name()}}",),
    listen=("_I.n.{{name()}}.>",),
    payload=8 * 1024,
    subscriptions=2,
)


@dataclass(frozen=True, slots=True)
class Voted:
    """What the subject of a vote says: for whose request, and who could publish there."""

    group: str
    machine: str
    ticket: str
    approver: str


def read_vote_subject(subject: str) -> Voted | None:
    """Read `w.vote.…`, or what it is called in another account. None: it is the subject of no vote."""
    parts = subject.split(".")
    if len(parts) != 6 or parts[0] not in ("w", "m", "a") or parts[1] not in ("vote", "voted"):
        return None
    return Voted(*parts[2:])
