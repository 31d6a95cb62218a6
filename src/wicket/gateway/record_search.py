"""What the record tells of requests: each decision with what came of it, found by what a person remembers of it."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from heapq import merge
from typing import Any

from wicket.doors.call_record import TRIAL_SESSION
from wicket.gateway.approval_queue import Expired
from wicket.gateway.command_display import one_line
from wicket.gateway.record_hash_chain import Entry
from wicket.gateway.record_ledger import Ledger
from wicket.gateway.record_redaction import was_cleaned
from wicket.gateway.user_accounts import user_name

__all__ = ["Case", "Pause", "Search", "cases", "pauses"]

# What every decision has.
WRITTEN = frozenset({"decision", "runs", "pipeline", "claimed", "cwd", "requester"})


@dataclass(frozen=True, slots=True)
class Search:
    """What is looked for; what is not given does not matter. `text` is words of the command, session or reason.

    Without `trials`, what `wicket verify` has tried is left out, unless its session is looked for.
    """

    since: float | None = None
    until: float | None = None
    decision: str | None = None
    session: str | None = None
    cwd: str | None = None
    text: str | None = None
    exit_code: int | None = None
    trials: bool = True


@dataclass(frozen=True, slots=True)
class Case:
    """One request: what was decided, and what came of it, as far as it got."""

    decision: Entry
    result: Entry | None

    @property
    def exit_code(self) -> int | None:
        """The last stage's; None where nothing ran, or it is not known."""
        codes = self.result.fields["exit_codes"] if self.result is not None else []
        return codes[-1] if codes else None

    @property
    def command(self) -> str:
        """What was asked for, with what looks like a secret left out."""
        return one_line(self.decision.fields["pipeline"])

    @property
    def is_trial(self) -> bool:
        """Whether `wicket verify` asked, and was refused, as it must be. What was let pass is never left out."""
        return _is_trial(self.decision.fields)

    @property
    def cleaned(self) -> bool:
        """Whether something that looked like a secret was left out: then the command is not known word for word."""
        return was_cleaned(self.decision.fields)

    @property
    def by(self) -> str:
        """Who decided; and if that was done in advance, by which grant."""
        said = self.decision.fields
        by, door = said.get("by", ""), said.get("door", "")
        return f"{by} ({door})" if door.startswith("grant ") else by

    @property
    def because(self) -> str:
        """Why it did not run, or not to its end; empty: it did, or nobody gave a reason."""
        said = self.decision.fields
        if said["decision"] == "expired":
            return str(Expired(said["after_s"]))
        return said.get("because") or ("" if self.result is None else self.result.fields["failure"])

    def fields(self) -> dict[str, Any]:
        """All that is recorded of it, for a program."""
        return {
            "seq": self.decision.seq,
            "at": self.decision.at,
            "request": self.decision.request,
            "command": self.command,
            "exit_code": self.exit_code,
            **self.decision.fields,
            "result": None if self.result is None else self.result.fields,
        }


@dataclass(frozen=True, slots=True)
class Pause:
    """A person let agents go on by their own rules for a while, or that ended."""

    entry: Entry

    @property
    def by(self) -> str:
        """Who did so."""
        return user_name(self.entry.fields["uid"])

    @property
    def what(self) -> str:
        """Say what was done."""
        if self.entry.kind == "resumed":
            how = self.entry.fields.get("how", "")
            return "the guard is on again" + (f": {how}" if how else "")
        return (
            f"the guard is off until {time.strftime('%Y-%m-%d %H:%M:%S', time.localtime(self.entry.fields['until']))}"
        )

    @property
    def because(self) -> str:
        return str(self.entry.fields["because"])

    def fields(self) -> dict[str, Any]:
        """All that is recorded of it, for a program."""
        named = {"seq": self.entry.seq, "at": self.entry.at, "request": self.entry.request}
        return {**named, "decision": self.entry.kind, "command": "", "exit_code": None, **self.entry.fields}


def pauses(ledger: Ledger, search: Search, after: int | None = None, *, before: int | None = None) -> Iterator[Pause]:
    """Find pauses and their ends, oldest first. They are of no session or folder, and end with no code."""
    if any(each is not None for each in (search.session, search.cwd, search.exit_code)):
        return
    kinds = [kind for kind in ("paused", "resumed") if search.decision in (None, kind)]
    found = [
        ledger.entries(
            kind=kind, since=search.since, until=search.until, text=search.text or None, after=after, before=before
        )
        for kind in kinds
    ]
    for entry in merge(*found, key=lambda entry: entry.seq):
        if not entry.fields.keys() >= {"until", "because", "uid"}:
            raise entry.spoilt()
        yield Pause(entry)


def cases(
    ledger: Ledger, search: Search, after: int | None = None, *, before: int | None = None, newest_first: bool = False
) -> Iterator[Case]:
    """Find requests, oldest first; `after` and `before` are numbers of decisions around all that are wanted."""
    decisions = ledger.entries(
        kind="decision",
        since=search.since,
        until=search.until,
        text=search.text or None,
        after=after,
        before=before,
        newest_first=newest_first,
    )
    for entry in decisions:
        if not entry.fields.keys() >= WRITTEN:
            raise entry.spoilt()
        if _is_meant(entry, search):
            case = Case(entry, next(ledger.entries(kind="result", request=entry.request), None))
            if search.exit_code is None or case.exit_code == search.exit_code:
                yield case


def _is_meant(entry: Entry, search: Search) -> bool:
    said = entry.fields
    return (
        (search.decision is None or said["decision"] == search.decision)
        and (search.session is None or said["claimed"]["session"] == search.session)
        and (search.cwd is None or said["cwd"] == search.cwd)
        and (search.trials or bool(search.session) or not _is_trial(said))
    )


def _is_trial(said: dict[str, Any]) -> bool:
    return said["claimed"]["session"] == TRIAL_SESSION and said["decision"] in ("denied", "asked", "refused")
