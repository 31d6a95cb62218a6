"""The chain of the record: each entry has a hash over itself and the one before, so that whatever was changed shows."""

import hashlib
import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from wicket.gateway.errors import LedgerError

__all__ = ["GENESIS", "Entry", "Verification", "entry_hash", "read_body", "verify_chain"]

# Of an empty record, so that the first entry is chained like any other.
GENESIS = "0" * 64


@dataclass(frozen=True, slots=True)
class Entry:
    """Something recorded."""

    seq: int
    at_us: int
    kind: str
    request: str
    body: str
    hash: str

    @property
    def at(self) -> float:
        """When, in seconds since 1970."""
        return self.at_us / 1_000_000

    @property
    def fields(self) -> dict[str, Any]:
        """The body, read.

        Raises:
            LedgerError: it is not what was written.
        """
        found = read_body(self.body)
        if not isinstance(found, dict):
            raise self.spoilt()
        return found

    def spoilt(self) -> LedgerError:
        """Say that somebody else wrote this."""
        return LedgerError(f"entry {self.seq} is not as it was written; see `wicket audit verify`")

    def line(self) -> str:
        """This entry as a line of JSON, from which its hash can be computed again."""
        fields = {"seq": self.seq, "at_us": self.at_us, "kind": self.kind, "request": self.request}
        return json.dumps(fields | {"body": self.body, "hash": self.hash}, ensure_ascii=False)


@dataclass(frozen=True, slots=True)
class Verification:
    """Whether the chain holds: the last entry that does, and what is wrong with the next, if anything is.

    `removed` entries are no longer there, because the record was cut to its limits.
    """

    entries: int
    head: str
    broken: str = ""
    removed: int = 0


def read_body(body: str) -> object:
    """Read a body; None: it is no JSON."""
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        return None


def entry_hash(previous: str, seq: int, at_us: int, kind: str, request: str, body: str) -> str:
    text = json.dumps([previous, seq, at_us, kind, request, body], ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def verify_chain(
    entries: Iterable[Entry], base: tuple[int, str], head: str | None, given_up: Callable[[], bool]
) -> Verification:
    """Follow the chain from its `base`, the entry after which it begins, and see that it comes to `head`, if any.

    Raises:
        LedgerError: nobody wants to know any more.
    """
    begin, previous = base
    number, colon, wanted = (head or "").rpartition(":")
    found, cuts = False, {(0, GENESIS)}
    count = begin

    def verified(broken: str = "") -> Verification:
        return Verification(count, f"{count}:{previous}", broken, begin)

    for seq, entry in enumerate(entries, start=begin + 1):
        if given_up():
            raise LedgerError("nobody wants to know any more whether the record is whole")
        if entry.seq != seq:
            return verified(f"entry {seq} is missing")
        expected = entry_hash(previous, entry.seq, entry.at_us, entry.kind, entry.request, entry.body)
        if expected != entry.hash:
            return verified(f"entry {seq} does not fit the chain")
        count, previous = seq, expected
        if entry.kind == "rotated":
            match read_body(entry.body):
                case {"through": int(through), "hash": str(last)}:
                    cuts.add((through, last))
                case _:
                    return verified(f"entry {seq} does not say where the record was cut")
        found = found or wanted == previous
        if str(seq) == number and wanted != previous:
            return verified(f"entry {seq} is not the one that was kept as head")
    if base not in cuts:
        return verified(f"the beginning is missing: nothing says that the record was cut after entry {begin}")
    if head is None or found or (number == "0" and wanted == GENESIS):
        return verified()
    if colon and number.isdigit() and int(number) <= begin:
        return verified(f"entry {number} was removed when the record was cut; compare with a newer head")
    return verified(f"the end is missing: {head} was kept as head")
