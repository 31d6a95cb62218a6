"""What is said between gateways, approvers and the hub: versions, sizes, and nothing that is guessed. Pure.

What has to be believed is signed, and travels as `Signed`: the bytes that were signed, as they are, with the
signature beside them. Nobody encodes a statement anew to check it.
"""

import hashlib
from typing import Final, Literal, TypeVar

import msgspec

from wicket.fleet.errors import BadMessage, TooLarge, TooNew
from wicket.fleet.signing_keys import ALGORITHM, KeyPair, statement_is_of
from wicket.wire.approver_views import RequestView, Terms

__all__ = [
    "ASK_BYTES",
    "BUNDLE_BYTES",
    "REGION_BYTES",
    "ROSTER_BYTES",
    "SEGMENT_BYTES",
    "SMALL_BYTES",
    "VERSION",
    "VOTE_BYTES",
    "Alive",
    "Ask",
    "RegionAccounts",
    "Settled",
    "Signed",
    "Vote",
    "ask_digest",
    "decode",
    "encode",
    "sign",
    "signed_body",
]

# Raised when a message means something else than before. What is only added to a message needs no new version: whoever
# does not know a field leaves it out of account, and whoever needs it says so with a new version.
VERSION: Final = 1

KIB: Final = 1024
ASK_BYTES: Final = 256 * KIB
VOTE_BYTES: Final = 64 * KIB
SEGMENT_BYTES: Final = 512 * KIB
BUNDLE_BYTES: Final = 512 * KIB
ROSTER_BYTES: Final = 512 * KIB
REGION_BYTES: Final = 512 * KIB
SMALL_BYTES: Final = 4 * KIB

NONCE_HEX: Final = 32

PURPOSE_VOTE: Final = "wicket-vote-1"


class Message(msgspec.Struct, frozen=True, kw_only=True):
    """The base of all messages. `v` is the version of what it means."""

    v: int = VERSION


class Ask(Message, frozen=True, kw_only=True):
    """A gateway asks. `nonce` is random: no two asks have one digest. `expires_in_s` counts from its sending."""

    machine: str
    group: str
    ticket: str
    nonce: str
    kind: Literal["user", "root"]
    view: RequestView
    policy: str
    expires_in_s: float

    def __post_init__(self) -> None:
        if len(self.nonce) != NONCE_HEX or set(self.nonce) - set("0123456789abcdef"):
            raise ValueError("a nonce has 32 hexadecimal digits")


class Vote(Message, frozen=True, kw_only=True):
    """What an approver decides about one ask. `digest` is that of the ask's bytes, as the approver was shown it.

    `terms`: also agree in advance to what is like it.
    """

    machine: str
    ticket: str
    digest: str
    decision: Literal["approve", "deny"]
    by: str
    because: str = ""
    terms: Terms | None = None


class Settled(Message, frozen=True, kw_only=True):
    """An ask is over. `how`: approved, denied, expired, withdrawn or closed; `by` are those whose votes decided."""

    machine: str
    ticket: str
    how: Literal["approved", "denied", "expired", "withdrawn", "closed"]
    by: tuple[str, ...] = ()


class Alive(Message, frozen=True, kw_only=True):
    """A gateway is there. `head` is the last entry of its record, `NUMBER:HASH`; `waiting` counts its asks.

    `version` is wicket's; `policy` is the digest of the bundle that it enforces and `number` the bundle's; empty and 0:
    it has none, and its own files hold.
    """

    machine: str
    group: str
    version: str
    policy: str
    head: str
    waiting: int = 0
    number: int = 0


class RegionAccounts(Message, frozen=True, kw_only=True):
    """Whom the server of a region is to let in: accounts, by public key, as the hub's operator signs them.

    None: `because` says why. `state` is another one whenever the hub's own accounts have changed.
    """

    claims: dict[str, str] = {}
    state: str = ""
    because: str = ""


class Signed(Message, frozen=True, kw_only=True):
    """A statement and its signature: `body` is the bytes that were signed."""

    algorithm: str
    key: str
    body: bytes
    signature: bytes


M = TypeVar("M", bound=Message)


class _Versioned(msgspec.Struct, frozen=True):
    v: int


def encode(message: Message, most: int) -> bytes:
    """Write a message, always in the same way.

    Raises:
        TooLarge: it is larger than a hub takes.
    """
    data = msgspec.json.encode(message, order="deterministic")
    if len(data) > most:
        raise TooLarge(f"the message has {len(data)} bytes, more than the {most} that a hub takes")
    return data


def decode(kind: type[M], data: bytes, most: int) -> M:
    """Read a message of this kind.

    Raises:
        TooLarge: nothing of that size is read.
        TooNew: its version is not known here.
        BadMessage: it is something else.
    """
    if len(data) > most:
        raise TooLarge(f"a message of {len(data)} bytes was not read: there are none of more than {most}")
    try:
        version = msgspec.json.decode(data, type=_Versioned).v
        if version > VERSION:
            raise TooNew(
                f"a message has version {version}, and this wicket knows {VERSION}; bring this wicket up to date"
            )
        if version < 1:
            raise BadMessage(f"a message has version {version}; there is none before 1")
        return msgspec.json.decode(data, type=kind)
    except (ValueError, RecursionError) as error:  # bad UTF-8 and deep nesting are no MsgspecError
        raise BadMessage(f"this is no {kind.__name__.strip('_').lower()}: {error}") from error


def ask_digest(data: bytes) -> str:
    """The digest of an ask, over its bytes."""
    return hashlib.sha256(data).hexdigest()


def sign(key: KeyPair, purpose: str, message: Message, most: int) -> bytes:
    """Write a message and sign it for this purpose.

    Raises:
        TooLarge: it is larger than a hub takes.
    """
    body = encode(message, most)
    signature = key.sign_statement(purpose, body)
    return encode(Signed(algorithm=ALGORITHM, key=key.public, body=body, signature=signature), most)


def signed_body(signed: Signed, purpose: str, keys: frozenset[str]) -> bytes | None:
    """The bytes that one of these keys signed for this purpose. None: none of them did."""
    if signed.algorithm != ALGORITHM or signed.key not in keys:
        return None
    if not statement_is_of(signed.key, purpose, signed.body, signed.signature):
        return None
    return signed.body
