"""What was run: by agents' own histories, and by the gateway's record. Equal commands of a folder are one."""

import os
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from wicket.agents.command_history import AGENTS, History, read_history
from wicket.agents.commands_in_history_records import Ran
from wicket.gateway.errors import LedgerError
from wicket.gateway.pipeline_as_shell_text import as_text
from wicket.gateway.record_ledger import Ledger
from wicket.gateway.record_search import Search, cases

__all__ = ["RECORD", "SOURCES", "Past", "look_back"]

# How the gateway's record is called among the agents.
RECORD: Final = "wicket"
SOURCES: Final = (*AGENTS, RECORD)

# More distinct commands than anybody's agents run in a year.
MAX_DISTINCT = 500_000


@dataclass(slots=True)
class Past:
    """How often each command was run in each folder, and where that is known from.

    `elsewhere` counts what was not kept, as there was too much.
    """

    counts: dict[tuple[str, str], int] = field(default_factory=dict)
    histories: list[History] = field(default_factory=list)
    elsewhere: int = 0

    @property
    def total(self) -> int:
        return sum(self.counts.values())


def look_back(
    environ: Mapping[str, str],
    since: float,
    record: Path | None,
    sources: Collection[str] = SOURCES,
    looked: Callable[[int], object] = lambda _: None,
) -> Past:
    """Read all that there is. `record` is the gateway's; None: there is none. `looked` is told how far it is."""
    past = Past()
    found = 0
    home = environ.get("HOME", "")
    unknown = home if home.startswith("/") else "/"

    def tell() -> None:
        looked(found)

    for ran in _everything(environ, since, record, sources, past.histories, tell):
        found += 1
        key = ran.command, os.path.normpath(ran.cwd or unknown)
        if key in past.counts:
            past.counts[key] += 1
        elif len(past.counts) < MAX_DISTINCT:
            past.counts[key] = 1
        else:
            past.elsewhere += 1
        if found % 256 == 0:
            tell()
    return past


def _everything(
    environ: Mapping[str, str],
    since: float,
    record: Path | None,
    sources: Collection[str],
    histories: list[History],
    tell: Callable[[], object],
) -> Iterator[Ran]:
    yield from read_history(environ, since, histories, sources, tell)
    if RECORD in sources and record is not None:
        history = History(RECORD, "wicket's record", files=1)
        histories.append(history)
        for ran in _recorded(record, since, history):
            history.commands += 1
            yield ran


def _recorded(record: Path, since: float, history: History) -> Iterator[Ran]:
    try:
        ledger = Ledger(record, begin=False)
        try:
            for case in cases(ledger, Search(since=since)):
                said = case.decision.fields
                if said["judged"]:  # else it never came so far: there was no such program
                    pipeline = tuple(tuple(stage) for stage in said["pipeline"])
                    text = as_text(pipeline, sorted(said["env"].items()), privileged=said["privileged"])
                    yield Ran(RECORD, text, said["cwd"], case.decision.at, case.decision.request)
        finally:
            ledger.close()
    except (LedgerError, KeyError, TypeError, AttributeError):
        history.unread.files += 1
