"""A policy for a group: its files, a number, and the machines that it is for, signed by an author of the roster. Pure.

To go back is to go on: a bundle with the old files and a higher number. A bundle that is not newer is refused, whoever
sends it again.
"""

import hashlib
from dataclasses import dataclass
from typing import Final

from wicket.fleet.errors import BadMessage, NotSigned, Stale
from wicket.fleet.messages import BUNDLE_BYTES, Message, Signed, decode, sign, signed_body
from wicket.fleet.roster import Person, Roster
from wicket.fleet.signing_keys import KeyPair

__all__ = [
    "ENTRY",
    "Bundle",
    "Held",
    "author_of",
    "bundle_digest",
    "is_for",
    "kept_bundle",
    "meant_for",
    "read_bundle",
    "sign_bundle",
]

_PURPOSE: Final = "wicket-bundle-1"
_ALL: Final = 100

# The file of a policy that is read. It can extend the others.
ENTRY: Final = "wicket.yml"


class Bundle(Message, frozen=True, kw_only=True):
    """Files of a policy by name. It is for the `machines` that are named and for so many of 100 others.

    `previous` is the digest of the bundle before it; empty for the first. `base` is the signed bundle for those whom
    this one is not for: a machine that joins meanwhile finds it nowhere else.
    """

    group: str
    number: int
    previous: str
    files: dict[str, str]
    issued: float
    expires: float
    machines: tuple[str, ...] = ()
    percent: int = _ALL
    base: bytes = b""


@dataclass(frozen=True, slots=True)
class Held:
    """The bundle that a gateway enforces."""

    number: int
    digest: str


def bundle_digest(data: bytes) -> str:
    """The digest of a signed bundle, over its bytes."""
    return hashlib.sha256(data).hexdigest()


def sign_bundle(author: KeyPair, bundle: Bundle) -> bytes:
    """Sign a bundle.

    Raises:
        BadMessage: no gateway would take it.
        TooLarge: it is larger than a hub takes.
    """
    _check(bundle)
    return sign(author, _PURPOSE, bundle, BUNDLE_BYTES)


def author_of(data: bytes, group: str, roster: Roster) -> Person | None:
    """Which author of the group has signed a bundle, whenever that was. None: none of them.

    Raises:
        BadMessage: it is nothing that is signed.
    """
    signed = decode(Signed, data, BUNDLE_BYTES)
    authors = roster.authors(group)
    if signed_body(signed, _PURPOSE, frozenset(person.key for person in authors)) is None:
        return None
    return roster.person(signed.key)


def kept_bundle(data: bytes) -> Bundle:
    """Read a bundle, whoever has signed it: one that was believed before.

    Raises:
        BadMessage: it is no bundle.
    """
    bundle = decode(Bundle, decode(Signed, data, BUNDLE_BYTES).body, BUNDLE_BYTES)
    _check(bundle)
    return bundle


def read_bundle(data: bytes, group: str, roster: Roster, held: Held | None, now: float) -> Bundle:
    """Read a bundle that may take the place of the one that is held.

    Raises:
        BadMessage: it is no bundle, or of another group.
        NotSigned: no author of the group has signed it.
        Stale: it is not newer, does not follow the one that is held, or its time is over.
    """
    if author_of(data, group, roster) is None:
        raise NotSigned(f"the policy is not signed by an author of {group}; the last good one stays")
    bundle = kept_bundle(data)
    if bundle.group != group:
        raise BadMessage(f"the policy is for {bundle.group}, not for {group}; the last good one stays")
    if not now < roster.expires:
        raise Stale("the roster's time is over, so that no new policy counts; have the fleet's root sign a new one")
    if not now < bundle.expires:
        raise Stale(f"policy {bundle.number} is over; have an author sign a new one")
    if held is not None and bundle.number <= held.number:
        raise Stale(f"policy {bundle.number} is not newer than {held.number}, which is in force")
    if held is not None and bundle.number == held.number + 1 and bundle.previous != held.digest:
        raise Stale(f"policy {bundle.number} does not follow the {held.number} that is in force here")
    return bundle


def meant_for(
    data: bytes, group: str, machine: str, roster: Roster, held: Held | None, now: float
) -> tuple[Bundle, bytes] | None:
    """Read the bundle that a machine is to enforce: this one, or what it carries for others. None: what it has stays.

    Raises:
        BadMessage, NotSigned, Stale: as `read_bundle`.
    """
    if held is not None and bundle_digest(data) == held.digest:
        return None
    bundle = read_bundle(data, group, roster, held, now)
    if is_for(bundle, machine):
        return bundle, data
    if not bundle.base:
        return None
    base = kept_bundle(bundle.base)
    if base.base or base.percent != _ALL or base.number >= bundle.number:
        raise BadMessage(f"policy {bundle.number} carries another one that is not for all; the last good one stays")
    if held is not None and base.number <= held.number:
        return None
    return read_bundle(bundle.base, group, roster, held, now), bundle.base


def is_for(bundle: Bundle, machine: str) -> bool:
    """Whether a machine is meant. Whoever is in a share of so many percent is in every larger one."""
    place = int.from_bytes(hashlib.sha256(f"{bundle.group}.{machine}".encode()).digest()[:8])
    return machine in bundle.machines or place % _ALL < bundle.percent


def _check(bundle: Bundle) -> None:
    if bundle.number < 1 or not 0 <= bundle.percent <= _ALL:
        raise BadMessage("a policy's number begins with 1, and its share is 0 to 100")
    for name in bundle.files:
        if "\0" in name or not {"", ".", ".."}.isdisjoint(name.split("/")):
            raise BadMessage(f"{name[:80]!r} is no name of a file in a policy's folder")
    if ENTRY not in bundle.files:
        raise BadMessage(f"a policy has a file {ENTRY}")
