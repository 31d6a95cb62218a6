"""`wicket audit`: search the record, follow it, prove it, and judge it anew."""

import asyncio
import functools
import json
import os
import re
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from heapq import merge
from pathlib import Path
from typing import Any, NoReturn, TypeVar, cast

import click

from wicket.cli.extension_folders import wicket_home
from wicket.cli.one_line_table import Column, cut, emit_lines, home_as_tilde
from wicket.cli.option_types import Moment, PathName
from wicket.cli.output import emit_json, say, terminal_width, visible
from wicket.cli.tables import emit_table
from wicket.errors import WicketError
from wicket.gateway.errors import LedgerError
from wicket.gateway.judge_pool import Judges
from wicket.gateway.record_judged_again import Change, Recheck
from wicket.gateway.record_judged_again import recheck as judge_anew
from wicket.gateway.record_ledger import Ledger
from wicket.gateway.record_search import Case, Pause, Search, cases, pauses
from wicket.gateway.request_judging import by_policy
from wicket.gateway.request_policy import PolicySource
from wicket.gateway.spooled_verdicts import take_over_into
from wicket.loaded_policy import Policy

__all__ = ["Broken", "NoRecord", "audit", "opened_record"]

Verb = TypeVar("Verb", bound=Callable[..., Any])

# How often to look for news.
FOLLOW_S = 0.25

# A person who searches wants the latest; who wants all says so.
SHOWN = 100

COLUMNS = (
    Column("time", 19),
    Column("decision", 9),
    Column("by", 12, once=True),
    Column("exit", 4, once=True),
    Column("in", 24, once=True, path=True),
    Column("command"),
    Column("because"),
)

DECISIONS = ("approved", "denied", "asked", "passed", "expired", "withdrawn", "closed", "refused", "paused", "resumed")

# What `wicket audit head` prints, or its hash alone.
_HEAD = re.compile(r"(?:[0-9]+:)?[0-9a-f]{8,64}")


class NoRecord(WicketError):
    """There is no record here."""


class Broken(WicketError):
    """The record is not what it was."""


class Searchable(click.Group):
    """A group whose first word may also be one to search for. Words and options may then stand in any order."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if self._is_verb(ctx, args):
            return super().parse_args(ctx, args)
        ctx.allow_interspersed_args = True
        rest = super().parse_args(ctx, args)
        ctx.meta["words"] = [*ctx._protected_args, *ctx.args]
        ctx._protected_args, ctx.args = [], []
        return rest

    def _is_verb(self, ctx: click.Context, args: list[str]) -> bool:
        """Say whether the first word is a verb of ours. Behind `--` none is."""
        _, rest, _ = self.make_parser(ctx).parse_args(list(args))
        behind = len(args) - len(rest)
        return bool(rest) and rest[0] in self.commands and args[behind - 1 : behind] != ["--"]


def with_record(verb: Verb) -> Verb:
    """Give a verb below `audit` the record, named before it or behind it."""

    def with_named(record: Path, /, named: Path | None, **options: Any) -> Any:
        return verb(named or record, **options)

    option = click.option("--record", "named", type=PathName(), help="The record, if not the one in wicket's home.")
    return cast("Verb", option(click.pass_obj(functools.update_wrapper(with_named, verb))))


@click.group(cls=Searchable, invoke_without_command=True, subcommand_metavar="[WORDS]... | COMMAND [ARGS]...")
@click.option("--record", type=PathName(), help="The record, if not the one in wicket's home.")
@click.option("--since", type=Moment(), help="Not before this time (2026-02-13, 2h, 7d).")
@click.option("--until", type=Moment(), help="Before this time.")
@click.option("--decision", type=click.Choice(DECISIONS), help="Only what was decided so.")
@click.option("--session", metavar="NAME", help="Only what this session asked for.")
@click.option("--cwd", metavar="PATH", help="Only what was to run in this folder.")
@click.option("--exit", "exit_code", type=int, metavar="CODE", help="Only what ended with this code.")
@click.option("--all", "everything", is_flag=True, help=f"All that is found, not the last {SHOWN}.")
@click.option("--with-verify", is_flag=True, help="Also the calls by which `wicket verify` has tried the guard.")
@click.option("--json", "as_json", is_flag=True, help="As a list of objects; with --follow, one object a line.")
@click.option("--follow", is_flag=True, help="Show what is decided or ends from now on, or since --since, as it comes.")
@click.pass_context
def audit(
    context: click.Context,
    record: Path | None,
    since: float | None,
    until: float | None,
    decision: str | None,
    session: str | None,
    cwd: str | None,
    exit_code: int | None,
    everything: bool,
    with_verify: bool,
    as_json: bool,
    follow: bool,
) -> None:
    """Search the record: what was asked for, who decided, and what came of it.

    WORDS are looked for in commands, sessions, reasons and folders; all of them must occur, in any order, and a word
    may be a beginning. Behind --, any word is one to look for, even `head` or one that begins with a dash.

    On a terminal every entry is one line, cut to fit the window; a file or a pager gets it whole. --json gives all
    that is recorded.

    \b
    Examples:
      wicket audit
      wicket audit --since 2h --decision denied
      wicket audit nginx restart --since 7d
      wicket audit -- head
      wicket audit --follow --json
    """
    context.obj = record or wicket_home() / "ledger.sqlite"
    if context.invoked_subcommand is not None:
        return
    folder = None if cwd is None else os.path.realpath(cwd)  # as it is recorded
    search = Search(since, until, decision, session, folder, " ".join(context.meta.get("words", [])), exit_code)
    shown: deque[Case | Pause] = deque(maxlen=None if everything else SHOWN)
    count = tried = 0
    with opened_record(context.obj) as ledger:
        if follow:
            _follow(ledger, search, shown, as_json=as_json)
        for case in _in_order(cases(ledger, search), pauses(ledger, search)):
            if not (with_verify or as_json or session) and isinstance(case, Case) and case.is_trial:
                tried += 1
                continue
            shown.append(case)
            count += 1
        if as_json:
            emit_json([case.fields() for case in shown])
        elif shown:
            columns = COLUMNS if any(case.because for case in shown) else COLUMNS[:-1]
            brief = terminal_width(sys.stdout) is not None
            emit_lines(columns, [_row(case, brief=brief)[: len(columns)] for case in shown])
            if len(shown) < count:
                say(f"the last {len(shown)} of {count}; --all shows all")
        else:
            say("nothing found")
        if tried:
            calls = "1 trial call" if tried == 1 else f"{tried} trial calls"
            say(f"{calls} of `wicket verify` left out; --with-verify shows {'it' if tried == 1 else 'them'}")


@audit.command()
@click.option("--head", metavar="HEAD", help="A head that was kept elsewhere: NUMBER:HASH, or the hash.")
@with_record
def verify(record: Path, head: str | None) -> None:
    """See whether the record is whole: every entry fits the one before, up to the head that was kept.

    Without a head that was kept where the record's owner cannot write (the system's log has one from each start, stop
    and hour), this proves nothing against that owner. Exits 1 if something is wrong.

    \b
    Examples:
      wicket audit verify
      wicket audit verify --head 1042:9f86d081884c7d65
    """
    if head is not None and not _HEAD.fullmatch(head):
        raise click.BadParameter(f"{head!r} is no head; `wicket audit head` prints one", param_hint="--head")
    with opened_record(record) as ledger:
        found = ledger.verify(head)
    if found.broken:
        raise Broken(f"{found.broken}; whole up to {found.head}")
    removed = f", after {found.removed} that were removed with time" if found.removed else ""
    click.echo(f"whole: {found.entries - found.removed} entries{removed}; head {found.head}")


@audit.command()
@with_record
def head(record: Path) -> None:
    """Print the record's head, NUMBER:HASH, to be kept elsewhere.

    \b
    Examples:
      wicket audit head
    """
    with opened_record(record) as ledger:
        click.echo(ledger.head())


@audit.command()
@with_record
def export(record: Path) -> None:
    """Print the whole record as lines of JSON, from which its hashes can be computed again.

    \b
    Examples:
      wicket audit export
    """
    with opened_record(record) as ledger:
        for line in ledger.export():
            click.echo(line)


@audit.command()
@click.option("--config", type=PathName(), required=True, help="The policy to judge by.")
@click.option("--since", type=Moment(), help="Not before this time (2026-02-13, 2h, 7d).")
@click.option("--json", "as_json", is_flag=True, help="As one object, with the list of `changes`.")
@with_record
def recheck(record: Path, config: Path, since: float | None, as_json: bool) -> None:
    """Judge the past by another policy, and show every verdict that would change.

    The validators that it names are asked, too. Words that looked like secrets were not recorded; how many commands
    that concerns is said, and their verdicts are marked with a star: make no rule from them.

    \b
    Examples:
      wicket audit recheck --config new.yml
      wicket audit recheck --config new.yml --since 7d --json
    """
    Policy.load(config)  # what is wrong with it is said before anything else
    with opened_record(record) as ledger:
        found = asyncio.run(_judged_anew(ledger, since, PolicySource(str(config.absolute()))))
    if as_json:
        changes = [change.fields() for change in found.changes]
        emit_json({"judged": found.judged, "cleaned": found.cleaned, "changed": len(changes), "changes": changes})
        return
    click.echo(f"{found.judged} judged anew, {len(found.changes)} otherwise than before")
    if found.cleaned:
        click.echo(
            f"{found.cleaned} of them without what looked like a secret, marked *: what is said of these is uncertain"
        )
    for (then, now), count in found.ways.most_common():
        click.echo(f"{count:>6}  {then} → {now}")
    if found.changes:
        rows = [_changed_row(change) for change in found.changes]
        emit_table(["time", "then", "now", "in", "command", "because"], rows)


async def _judged_anew(ledger: Ledger, since: float | None, source: PolicySource) -> Recheck:
    async with Judges() as judges:
        return await judge_anew(cases(ledger, Search(since=since)), by_policy(judges, source))


def _changed_row(change: Change) -> list[str]:
    case = change.case
    when = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(case.decision.at))
    now = change.now.decision + ("" if change.exact else "*")
    return [when, change.then, now, case.decision.fields["cwd"], case.command, change.now.reason]


@contextmanager
def opened_record(record: Path) -> Iterator[Ledger]:
    """Open a record, with what hooks have written down beside it.

    Raises:
        NoRecord: there is none, or it cannot be read.
    """
    try:
        take_over_into(record)
    except (OSError, LedgerError) as error:
        say(f"wicket: what hooks have written down in {record.parent} is not shown: {error}")
    try:
        record.stat()
    except FileNotFoundError as error:
        raise NoRecord(f"there is no record at {record}; `wicket serve` begins one") from error
    except OSError as error:
        raise NoRecord(f"cannot read {record}: {(error.strerror or '').lower()}; ask as its owner") from error
    ledger = Ledger(record, begin=False)
    try:
        yield ledger
    finally:
        ledger.close()


def _in_order(requests: Iterable[Case | Pause], others: Iterable[Case | Pause]) -> Iterator[Case | Pause]:
    """Give requests, pauses and their ends, oldest first."""
    return merge(requests, others, key=_number)


def _number(found: Case | Pause) -> int:
    return (found.decision if isinstance(found, Case) else found.entry).seq


def _follow(ledger: Ledger, search: Search, shown: deque[Case | Pause], *, as_json: bool) -> NoReturn:
    """Show each case once, when there is no more to come: it has ended, or will not run.

    Begins with those since `search.since`, as many as `shown` holds, or with those that are running now.
    """
    wanted = Search(since=search.since, until=search.until, text=search.text)
    running: dict[str, Case] = {}
    last = _newest(ledger)
    past: list[Pause] = [] if search.since is None else list(pauses(ledger, search, before=last + 1))
    known = cases(ledger, wanted, before=last + 1) if search.since is not None else _running(ledger, wanted)
    for case in _in_order(known, past):
        if isinstance(case, Case) and _is_running(case):
            running[case.decision.request] = case
        elif isinstance(case, Pause) or _fits(case, search):
            shown.append(case)
    for case in shown:
        _tell(case, as_json=as_json)
    while True:
        newest = _newest(ledger)
        if newest > last:
            new = cases(ledger, wanted, after=last, before=newest + 1)
            for case in _in_order(new, pauses(ledger, search, after=last, before=newest + 1)):
                if isinstance(case, Case) and _is_running(case):
                    running[case.decision.request] = case
                elif isinstance(case, Pause) or _fits(case, search):
                    _tell(case, as_json=as_json)
            last = newest
        for request, case in list(running.items()):
            result = next(ledger.entries(kind="result", request=request), None)
            if result is not None:
                del running[request]
                if _fits(ended := Case(case.decision, result), search):
                    _tell(ended, as_json=as_json)
        time.sleep(FOLLOW_S)


def _newest(ledger: Ledger) -> int:
    return int(ledger.head().partition(":")[0])


def _running(ledger: Ledger, wanted: Search) -> Iterator[Case]:
    """Find what runs, or what nobody has seen the end of."""
    for entry in ledger.unfinished():
        yield from cases(ledger, wanted, after=entry.seq - 1, before=entry.seq + 1)


def _is_running(case: Case) -> bool:
    return case.result is None and bool(case.decision.fields["runs"])


def _fits(case: Case, search: Search) -> bool:
    said = case.decision.fields
    wanted = [
        (search.decision, said["decision"]),
        (search.session, said["claimed"]["session"]),
        (search.cwd, said["cwd"]),
        (search.exit_code, case.exit_code),
    ]
    return all(want is None or want == found for want, found in wanted)


def _tell(case: Case | Pause, *, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps(case.fields()))
        return
    width = terminal_width(sys.stdout)
    line = visible("  ".join(cell or "-" for cell in _row(case, brief=width is not None)))
    click.echo(line if width is None else cut(line, width - 1))


def _row(case: Case | Pause, *, brief: bool) -> list[str]:
    """Spell a case out; `brief`: as a person does who sees it today and at home."""
    if isinstance(case, Pause):
        when = _when(case.entry.at, brief=brief)
        return [when, case.entry.kind, case.by, "", "", case.what, case.because]
    said = case.decision.fields
    code = "" if case.exit_code is None else str(case.exit_code)
    when = _when(case.decision.at, brief=brief)
    folder, command = said["cwd"], case.command
    if brief:
        folder = home_as_tilde(folder)
        if said.get("door", "").startswith("hook of ") and said["pipeline"][0][:2] == ["bash", "-c"]:
            command = said["pipeline"][0][-1]  # the line as the agent wrote it
    return [when, said["decision"], case.by, code, folder, command, case.because]


def _when(at: float, *, brief: bool) -> str:
    moment = time.localtime(at)
    if not brief:
        return time.strftime("%Y-%m-%d %H:%M:%S", moment)
    is_today = moment[:3] == time.localtime()[:3]
    return time.strftime("%H:%M:%S" if is_today else "%Y-%m-%d %H:%M", moment)
