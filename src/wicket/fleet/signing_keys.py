"""Ed25519 keys, spelled as NATS spells them: one that signs, and one derived from it that logs in. The owner of PyNaCl.

Pure: a seed is an argument. A NATS server has whoever logs in sign a text of the server's choice. A key that signs
votes must never do that, or a hub could have a vote signed as if it were a login. So a person's key (`W…`) only signs
statements, each with its purpose before it, and what logs in (`U…`) is another key, made from the same seed.
"""

import base64
import binascii
import hashlib
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Final

import nacl.exceptions
import nacl.pwhash.argon2id
import nacl.secret
import nacl.signing

from wicket.fleet.errors import BadKey

__all__ = [
    "ALGORITHM",
    "COST",
    "Cost",
    "KeyPair",
    "Kind",
    "public_key",
    "seal",
    "signed_by",
    "statement_is_of",
    "unseal",
]

# The tag of the only algorithm that there is so far.
ALGORITHM: Final = "ed25519"

SEED_BYTES = 32
SIGNATURE_BYTES = 64
_SEED_PREFIX = 18 << 3


class Kind(IntEnum):
    """Whose key it is: the first letter of its spelling, in base 32."""

    ACCOUNT = 0  # A
    OPERATOR = 14 << 3  # O
    USER = 20 << 3  # U: logs in
    PERSON = 22 << 3  # W: signs statements of the fleet; NATS knows no such key


@dataclass(frozen=True, slots=True)
class KeyPair:
    """A private key. It is not shown by `repr`."""

    kind: Kind
    seed: bytes = field(repr=False)

    def __post_init__(self) -> None:
        if len(self.seed) != SEED_BYTES:
            raise BadKey(f"a seed has {SEED_BYTES} bytes, not {len(self.seed)}")

    @property
    def public(self) -> str:
        """The public key as text."""
        return _spell(bytes([self.kind]), bytes(self._key.verify_key))

    @property
    def secret_text(self) -> str:
        """The seed as text, which is as secret as the seed."""
        return _spell(bytes([_SEED_PREFIX | self.kind >> 5, (self.kind & 31) << 3]), self.seed)

    @classmethod
    def from_secret_text(cls, text: str) -> "KeyPair":
        """Read what `secret_text` wrote.

        Raises:
            BadKey: it is no seed.
        """
        raw = _unspell(text)
        if len(raw) != SEED_BYTES + 2 or raw[0] & 0xF8 != _SEED_PREFIX:
            raise BadKey("this is no private key")
        try:
            kind = Kind((raw[0] & 7) << 5 | raw[1] >> 3)
        except ValueError:
            raise BadKey("this is a private key for something else") from None
        return cls(kind, raw[2:])

    def login(self) -> "KeyPair":
        """The key that logs in for whoever has this one."""
        return KeyPair(Kind.USER, hashlib.sha256(b"wicket-login-1\0" + self.seed).digest())

    def sign_text(self, text: bytes) -> bytes:
        """Sign a login or a claim.

        Raises:
            BadKey: this key signs statements alone.
        """
        if self.kind is Kind.PERSON:
            raise BadKey("a person's key signs no text that somebody else has chosen")
        return self._key.sign(text).signature

    def sign_statement(self, purpose: str, body: bytes) -> bytes:
        """Sign a statement of the fleet: a vote, a roster, a policy.

        Raises:
            BadKey: this key only logs in.
        """
        if self.kind is not Kind.PERSON:
            raise BadKey("only a person's key signs a statement")
        return self._key.sign(_statement(purpose, body)).signature

    @property
    def _key(self) -> nacl.signing.SigningKey:
        return nacl.signing.SigningKey(self.seed)


def public_key(text: str, kind: Kind) -> str:
    """Check that a text spells a public key of this kind, and return it.

    Raises:
        BadKey: it does not.
    """
    raw = _unspell(text)
    if len(raw) != SEED_BYTES + 1 or raw[0] != kind:
        raise BadKey(f"{text[:60]!r} is no public key of a {kind.name.lower()}")
    return text


def signed_by(public: str, text: bytes, signature: bytes) -> bool:
    """Whether the key signed this text. A key or signature that cannot be one did not."""
    try:
        raw = _unspell(public)
        nacl.signing.VerifyKey(raw[1:]).verify(text, signature)
    except (BadKey, ValueError, TypeError, nacl.exceptions.CryptoError):
        return False
    return True


def statement_is_of(public: str, purpose: str, body: bytes, signature: bytes) -> bool:
    """Whether a person's key signed this statement, for this purpose."""
    try:
        public_key(public, Kind.PERSON)
    except BadKey:
        return False
    return len(signature) == SIGNATURE_BYTES and signed_by(public, _statement(purpose, body), signature)


def _statement(purpose: str, body: bytes) -> bytes:
    return purpose.encode() + b"\0" + body


# ── at rest ──────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Cost:
    """What guessing a passphrase costs: passes, and bytes of memory."""

    passes: int
    memory: int


COST = Cost(nacl.pwhash.argon2id.OPSLIMIT_MODERATE, nacl.pwhash.argon2id.MEMLIMIT_MODERATE)
# A file that wants more is not one of ours.
MOST_COST = Cost(nacl.pwhash.argon2id.OPSLIMIT_SENSITIVE, nacl.pwhash.argon2id.MEMLIMIT_SENSITIVE)

SALT_BYTES = nacl.pwhash.argon2id.SALTBYTES
NONCE_BYTES = nacl.secret.SecretBox.NONCE_SIZE


def seal(secret: bytes, passphrase: str, salt: bytes, nonce: bytes, cost: Cost = COST) -> bytes:
    """Encrypt with a passphrase. Salt and nonce are used once, and kept beside it.

    Raises:
        BadKey: there is no passphrase.
    """
    if not passphrase:
        raise BadKey("a key is kept with a passphrase; give one")
    return nacl.secret.SecretBox(_derived(passphrase, salt, cost)).encrypt(secret, nonce).ciphertext


def unseal(sealed: bytes, passphrase: str, salt: bytes, nonce: bytes, cost: Cost) -> bytes:
    """Decrypt what `seal` made.

    Raises:
        BadKey: with another passphrase, or it was changed.
    """
    if cost.passes > MOST_COST.passes or cost.memory > MOST_COST.memory:
        raise BadKey("the key file wants more memory or time than any of ours; it was changed")
    try:
        return nacl.secret.SecretBox(_derived(passphrase, salt, cost)).decrypt(sealed, nonce)
    except (ValueError, TypeError, nacl.exceptions.CryptoError):
        raise BadKey("the passphrase is wrong, or the key file was changed") from None


def _derived(passphrase: str, salt: bytes, cost: Cost) -> bytes:
    size = nacl.secret.SecretBox.KEY_SIZE
    return nacl.pwhash.argon2id.kdf(size, passphrase.encode(), salt, cost.passes, cost.memory)


# ── spelling ─────────────────────────────────────────────────────────────────


def _spell(prefix: bytes, raw: bytes) -> str:
    checked = prefix + raw
    checked += binascii.crc_hqx(checked, 0).to_bytes(2, "little")
    return base64.b32encode(checked).decode().rstrip("=")


def _unspell(text: str) -> bytes:
    try:
        raw = base64.b32decode(text + "=" * (-len(text) % 8))
    except (ValueError, binascii.Error):
        raise BadKey("this is no key: it has other characters than one") from None
    if len(raw) < 3 or _spell(raw[:1], raw[1:-2]) != text:
        raise BadKey("this is no key, or it was copied in part")
    return raw[:-2]
