"""Claims that a NATS server believes: who is an account, who a member, signed by keys that can make nothing else. Pure.

The operator's key signs accounts. A member is signed by a scoped key of an account: the server takes the rights from
the key's template and refuses a member that brings rights of its own.
"""

import base64
import hashlib
import itertools
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import msgspec

from wicket.fleet.errors import BadMessage, NotSigned
from wicket.fleet.nats_subjects_and_rights import Rights
from wicket.fleet.signing_keys import KeyPair, Kind, public_key, signed_by

__all__ = [
    "Account",
    "Crossing",
    "Member",
    "Role",
    "account_claim",
    "lifetime",
    "limited_claim",
    "member_claim",
    "operator_claim",
    "read_member",
    "revoked_in",
    "says_the_same",
    "tags_in",
    "user_claim",
]

_HEADER = {"typ": "JWT", "alg": "ed25519-nkey"}
_NO_LIMIT = -1


@dataclass(frozen=True, slots=True)
class Role:
    """A scoped key: whoever it signs has these rights and no others."""

    name: str
    key: str
    rights: Rights


@dataclass(frozen=True, slots=True)
class Crossing:
    """What one account has from another. `theirs` is the name there, `ours` the name here; `service`: we may ask."""

    name: str
    theirs: str
    ours: str
    service: bool
    many_answers: bool = False


@dataclass(frozen=True, slots=True)
class Account:
    """What an account is made of. `disk` and `memory` are for streams, in bytes; 0: it has none."""

    name: str
    key: str
    roles: tuple[Role, ...] = ()
    offers: tuple[Crossing, ...] = ()
    takes: tuple[Crossing, ...] = ()
    takes_from: str = ""
    disk: int = 0
    memory: int = 0
    revoked: dict[str, int] = field(default_factory=dict)  # by public key: members made before this second


@dataclass(frozen=True, slots=True)
class Member:
    """Who a member is, as its claim says. `expires` is in seconds since 1970."""

    name: str
    key: str
    tags: dict[str, tuple[str, ...]]
    issued: int
    expires: int
    account: str


def operator_claim(operator: KeyPair, system_account: str, now: int) -> str:
    """The operator's claim about itself."""
    body = {"type": "operator", "version": 2, "system_account": system_account}
    return _claim(operator, "wicket", operator.public, now, body)


def account_claim(operator: KeyPair, account: Account, now: int) -> str:
    """An account, as the operator signs it."""
    streams = account.disk or account.memory
    limits = {
        **dict.fromkeys(("subs", "data", "payload", "imports", "exports", "conn", "leaf"), _NO_LIMIT),
        "wildcards": True,
        "mem_storage": account.memory,
        "disk_storage": account.disk,
        **({"streams": _NO_LIMIT, "consumer": _NO_LIMIT} if streams else {}),
    }
    body: dict[str, Any] = {
        "type": "account",
        "version": 2,
        "limits": limits,
        "signing_keys": [_scope(role) for role in account.roles],
        "exports": [_export(crossing) for crossing in account.offers],
        "imports": [_import(crossing, account.takes_from) for crossing in account.takes],
        "default_permissions": {},
    }
    if account.revoked:
        body["revocations"] = account.revoked
    return _claim(operator, account.name, account.key, now, body)


def member_claim(
    signer: KeyPair, account: str, name: str, key: str, tags: Mapping[str, tuple[str, ...]], now: int, seconds: int
) -> str:
    """A member of an account, as a scoped key signs it. It has no rights of its own, and ends after `seconds`."""
    listed = [f"{tag}:{value}" for tag, values in sorted(tags.items()) for value in values]
    body = {"type": "user", "version": 2, "issuer_account": account, "tags": listed}
    return _claim(signer, name, public_key(key, Kind.USER), now, body, expires=now + seconds)


def user_claim(signer: KeyPair, name: str, key: str, now: int) -> str:
    """A user with all the rights of the account whose own key signs: the hub itself."""
    body = {"type": "user", "version": 2, "subs": _NO_LIMIT, "data": _NO_LIMIT, "payload": _NO_LIMIT}
    return _claim(signer, name, public_key(key, Kind.USER), now, body)


def limited_claim(
    signer: KeyPair, name: str, key: str, rights: Rights, now: int, comes_as: Literal["STANDARD", "LEAFNODE"]
) -> str:
    """A user with these rights alone of the account whose own key signs: the server of a region, or its helper."""
    body = {
        "type": "user",
        "version": 2,
        "pub": {"allow": list(rights.publish)},
        "sub": {"allow": list(rights.listen)},
        "subs": _NO_LIMIT,
        "data": _NO_LIMIT,
        "payload": rights.payload,
        "allowed_connection_types": [comes_as],
    }
    return _claim(signer, name, public_key(key, Kind.USER), now, body)


def read_member(claim: str, signers: frozenset[str]) -> Member:
    """Read a member's claim that one of these keys has signed.

    Raises:
        BadMessage: it is no claim of a member.
        NotSigned: none of them has.
    """
    try:
        head, body, signature = claim.split(".")
        fields = msgspec.json.decode(_unbase64(body))
        nats = fields["nats"]
        if nats["type"] != "user":
            raise BadMessage("this is no member's claim")
        issuer, made = fields["iss"], _unbase64(signature)
        tags: dict[str, tuple[str, ...]] = {}
        for tag, _, value in (text.partition(":") for text in nats.get("tags", ())):
            tags[tag] = (*tags.get(tag, ()), value)
        member = Member(fields["name"], fields["sub"], tags, fields["iat"], fields["exp"], nats["issuer_account"])
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadMessage("this is no member's claim") from error
    if issuer not in signers or not signed_by(issuer, f"{head}.{body}".encode(), made):
        raise NotSigned("the claim was not signed by this hub")
    return member


def lifetime(claim: str) -> tuple[int, int]:
    """When a member's claim was made and when it ends, in seconds since 1970. Nobody's signature is looked at.

    Raises:
        BadMessage: it is no claim of a member.
    """
    try:
        fields = msgspec.json.decode(_unbase64(claim.split(".")[1]))
        return int(fields["iat"]), int(fields["exp"])
    except (ValueError, KeyError, TypeError, IndexError) as error:
        raise BadMessage("this is no member's claim") from error


def tags_in(claim: str) -> dict[str, tuple[str, ...]]:
    """Which tags a member's claim has. Nobody's signature is looked at.

    Raises:
        BadMessage: it is no claim of a member.
    """
    tags: dict[str, tuple[str, ...]] = {}
    try:
        listed = msgspec.json.decode(_unbase64(claim.split(".")[1]))["nats"].get("tags", ())
        for tag, _, value in (text.partition(":") for text in listed):
            tags[tag] = (*tags.get(tag, ()), value)
    except (ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
        raise BadMessage("this is no member's claim") from error
    return tags


def revoked_in(claim: str) -> dict[str, int]:
    """Whom an account's claim refuses: by public key, members made up to this second.

    Raises:
        BadMessage: it is no claim of an account.
    """
    try:
        nats = msgspec.json.decode(_unbase64(claim.split(".")[1]))["nats"]
        if nats["type"] != "account":
            raise BadMessage("this is no account's claim")
        return {str(key): int(second) for key, second in nats.get("revocations", {}).items()}
    except (ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
        raise BadMessage("this is no account's claim") from error


def says_the_same(claim: str, other: str) -> bool:
    """Whether two claims of an account give the same rights, whenever they were made.

    Raises:
        BadMessage: one of them is no claim.
    """
    try:
        first, second = (msgspec.json.decode(_unbase64(each.split(".")[1]))["nats"] for each in (claim, other))
    except (ValueError, KeyError, TypeError, IndexError) as error:
        raise BadMessage("this is no account's claim") from error
    return bool(first == second)


def _scope(role: Role) -> dict[str, Any]:
    rights = role.rights
    template = {
        "pub": {"allow": list(rights.publish)},
        "sub": {"allow": list(rights.listen)},
        "subs": rights.subscriptions,
        "data": _NO_LIMIT,
        "payload": rights.payload,
        "allowed_connection_types": ["STANDARD", "WEBSOCKET"],
    }
    return {"kind": "user_scope", "key": role.key, "role": role.name, "template": template}


def _export(crossing: Crossing) -> dict[str, Any]:
    said = {"name": crossing.name, "subject": crossing.theirs, "type": "service" if crossing.service else "stream"}
    if crossing.many_answers:
        said["response_type"] = "Stream"
    return said


def _import(crossing: Crossing, account: str) -> dict[str, Any]:
    return {
        "name": crossing.name,
        "account": account,
        "subject": crossing.theirs,
        "local_subject": _numbered(crossing.ours),
        "type": "service" if crossing.service else "stream",
    }


def _numbered(subject: str) -> str:
    """`a.*.*` as `a.$1.$2`: which of their tokens stands in each place of ours."""
    numbers = itertools.count(1)
    return ".".join(f"${next(numbers)}" if part == "*" else part for part in subject.split("."))


def _claim(signer: KeyPair, name: str, about: str, now: int, body: dict[str, Any], expires: int | None = None) -> str:
    fields: dict[str, Any] = {"iat": now, "iss": signer.public, "name": name, "sub": about, "nats": body}
    if expires is not None:
        fields["exp"] = expires
    digest = hashlib.sha256(msgspec.json.encode(fields, order="sorted")).digest()
    fields["jti"] = base64.b32encode(digest).decode().rstrip("=")
    text = f"{_base64(msgspec.json.encode(_HEADER))}.{_base64(msgspec.json.encode(fields, order='sorted'))}"
    return f"{text}.{_base64(signer.sign_text(text.encode()))}"


def _base64(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def _unbase64(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
