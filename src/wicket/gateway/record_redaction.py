"""The one way into the record: what is to be written down is cleaned here, and nowhere else.

A `Note` says what happened, as it was. `Redaction.clean` makes a `Cleaned` of it, without what looks like a secret, and
the record takes nothing else: whoever forgets to clean has nothing that could be written. What must still be compared
later leaves a digest with a key that only the gateway's user can read, so that nobody finds a password by trying.
"""

import base64
import hashlib
import hmac
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from wicket.redaction.clean import REDACTED, Cleaner

__all__ = ["REDACTED", "Cleaned", "Digested", "Note", "Output", "Redaction", "was_cleaned"]

# So much more of an output is looked at than is kept: a secret at its end must not be cut in two.
_MARGIN_BYTES = 8 * 1024

# Fields that say which and where. They may be random, or a path: only what is named or well known is a secret.
_IDENTIFIERS = frozenset(
    str.split("""
    act_digest act_sha256 ask_digest cwd door executable grant hash host id kind pattern_digest policy_digest programs
    request request_id session signature signed signer stdout_digest stdout_sha256 subject ticket votes
    """)
)

# Fields that hold commands which print for one another, and variables.
_PIPELINES = frozenset(("pattern", "pipeline"))
_VARIABLES = "env"


@dataclass(frozen=True, slots=True)
class Digested:
    """In a note: something of which only a digest is written down."""

    data: bytes


@dataclass(frozen=True, slots=True)
class Output:
    """In a note: the beginning of what a program printed, of which so many bytes are kept."""

    data: bytes
    kept: int


@dataclass(frozen=True, slots=True)
class Note:
    """Something to be recorded, as it was. `request` ties together what belongs to one request.

    `found_by` makes of a clean body what it can be searched by. Secrets of `beside` are left out as well: what a
    command printed may hold what it was given.
    """

    kind: str
    request: str
    at: float
    body: dict[str, Any]
    found_by: Callable[[dict[str, Any]], str] | None = None
    beside: Mapping[str, Any] = field(default_factory=dict)


_MADE_HERE = object()


class Cleaned:
    """A note without what looks like a secret. `Redaction.clean` alone makes one."""

    __slots__ = ("at", "body", "kind", "request", "text")

    def __init__(self, note: Note, body: dict[str, Any], *, made_by: object) -> None:
        if made_by is not _MADE_HERE:
            raise TypeError("what is written down is cleaned first: use Redaction.clean")
        self.kind = note.kind
        self.request = note.request
        self.at = note.at
        self.body = body
        self.text = "" if note.found_by is None else note.found_by(body)


class Redaction:
    """Cleans notes. Without a key it can clean those of which nothing is digested."""

    def __init__(self, key: bytes = b"") -> None:
        self._key = key

    def clean(self, note: Note) -> Cleaned:
        """Leave out what looks like a secret, and say in the body that something was."""
        cleaner = Cleaner()
        for name, value in note.beside.items():
            self._cleaned(cleaner, name, value)
        # Output comes last: base64 cannot be looked into later.
        named = sorted(note.body.items(), key=lambda item: _is_output(item[1]))
        body = cleaner.finished({name: self._cleaned(cleaner, name, value) for name, value in named})
        if cleaner.found and REDACTED in repr(body):
            body["cleaned"] = True
        request = cleaner.finished(cleaner.text(note.request, identifier=True))
        return Cleaned(replace(note, request=request), body, made_by=_MADE_HERE)

    def digest(self, data: bytes) -> str:
        """Digest something that may be short. Only who has the key can try what it was."""
        if not self._key:
            raise ValueError("there is no key to digest with")
        return hmac.new(self._key, data, hashlib.sha256).hexdigest()

    def _cleaned(self, cleaner: Cleaner, name: str, value: Any) -> Any:
        match value:
            case Digested(data):
                return self.digest(data)
            case Output(data, kept):
                return _kept(cleaner, data, kept)
            case str() if name in _IDENTIFIERS:
                return cleaner.text(value, identifier=True)
            case list() if name in _PIPELINES and _is_pipeline(value):
                return cleaner.pipeline(value)
            case list() | tuple() if name in _IDENTIFIERS or _is_output(value):
                return [self._cleaned(cleaner, name, each) for each in value]
            case dict() if name == _VARIABLES and all(isinstance(each, str) for each in value.values()):
                return cleaner.variables(value)
            case dict():
                return {cleaner.text(key): self._cleaned(cleaner, key, each) for key, each in value.items()}
            case _:
                return cleaner.value(value, name)


def was_cleaned(body: Mapping[str, Any]) -> bool:
    """Whether something was left out of what is recorded. Older records do not say so."""
    return bool(body.get("cleaned")) or any(REDACTED in word for stage in body.get("pipeline", ()) for word in stage)


def _is_pipeline(value: list[Any]) -> bool:
    return all(isinstance(stage, list) and all(isinstance(word, str) for word in stage) for stage in value)


def _is_output(value: object) -> bool:
    return isinstance(value, Output) or (isinstance(value, list) and any(isinstance(each, Output) for each in value))


def _kept(cleaner: Cleaner, data: bytes, kept: int) -> str:
    text = data[: kept + _MARGIN_BYTES].decode(errors="surrogateescape")
    cleaned: str = cleaner.finished(cleaner.text(text))
    return base64.b64encode(cleaned.encode(errors="surrogateescape")[:kept]).decode()
