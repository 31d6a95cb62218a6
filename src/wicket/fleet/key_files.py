"""Where keys are made and kept: a person's key is encrypted with a passphrase, always.

An approver's own agents run under the same user and can read every file of theirs. So there is no way to keep such a
key in a bare file.
"""

import os
from pathlib import Path
from typing import Final

import msgspec

from wicket.fleet.errors import BadKey
from wicket.fleet.private_files import read_private, write_private
from wicket.fleet.signing_keys import COST, NONCE_BYTES, SALT_BYTES, SEED_BYTES, Cost, KeyPair, Kind, seal, unseal

__all__ = ["new_key", "open_key", "public_of", "save_key"]

_MOST_BYTES: Final = 4096

# A shorter passphrase is found by trying, whatever a try costs.
SHORTEST: Final = 12


class _KeyFile(msgspec.Struct, forbid_unknown_fields=True):
    wicket_key: int
    public: str
    passes: int
    memory: int
    salt: bytes
    nonce: bytes
    sealed: bytes


def new_key(kind: Kind) -> KeyPair:
    """Make a key, where it is used."""
    return KeyPair(kind, os.urandom(SEED_BYTES))


def save_key(path: Path, key: KeyPair, passphrase: str, cost: Cost = COST) -> None:
    """Keep a person's key in a new file, for its owner alone.

    Raises:
        BadKey: there is a file already, the passphrase is too short, or it cannot be written.
    """
    if len(passphrase) < SHORTEST:
        raise BadKey(f"the passphrase has {len(passphrase)} characters; use {SHORTEST} at least")
    if os.path.lexists(path):
        raise BadKey(f"{path} is there already; a key is never written over")
    salt, nonce = os.urandom(SALT_BYTES), os.urandom(NONCE_BYTES)
    sealed = seal(key.secret_text.encode(), passphrase, salt, nonce, cost)
    kept = _KeyFile(1, key.public, cost.passes, cost.memory, salt, nonce, sealed)
    write_private(path, msgspec.json.encode(kept) + b"\n")


def public_of(path: Path) -> str:
    """The public key of a file, for which no passphrase is needed. It is only what the file says.

    Raises:
        BadKey: it is no key file, or others can read it.
    """
    return _read(path).public


def open_key(path: Path, passphrase: str) -> KeyPair:
    """Decrypt a key.

    Raises:
        BadKey: the passphrase is wrong, or it is no key file, or others can read it.
    """
    kept = _read(path)
    text = unseal(kept.sealed, passphrase, kept.salt, kept.nonce, Cost(kept.passes, kept.memory))
    key = KeyPair.from_secret_text(text.decode("ascii", errors="replace"))
    if key.public != kept.public:
        raise BadKey(f"{path} holds another key than it says; it was changed")
    return key


def _read(path: Path) -> _KeyFile:
    data = read_private(path, _MOST_BYTES)
    try:
        kept = msgspec.json.decode(data, type=_KeyFile)
    except ValueError as error:
        raise BadKey(f"{path} is no key file: {error}") from error
    if kept.wicket_key != 1:
        raise BadKey(f"{path} is a key file of a newer wicket; bring this one up to date")
    return kept
