"""`wicket replay`: what the policy would have said of what agents did."""

import os
import sys
import time
from pathlib import Path

import click

from wicket.cli.audit import NoRecord
from wicket.cli.extension_folders import wicket_home
from wicket.cli.option_types import Moment, PathName
from wicket.cli.output import complain, emit_json, say
from wicket.cli.starter_policies import LEVELS
from wicket.cli.tables import emit_table
from wicket.policy_files.policy_search import find as find_policies
from wicket.replay.comparison import Comparison, Side, compare, load_saved, side_of
from wicket.replay.judge_history import Judged, Named, PastPolicy, judge_past
from wicket.replay.named_policy import named_policy
from wicket.replay.past_commands import SOURCES, Past, look_back
from wicket.replay.report import DECISIONS, Report, make_report, rate

__all__ = ["Progress", "replay"]

MONTH_S = 30 * 86400.0

# So many denials and changes are shown; --json has them all.
SHOWN = 20

# So much of a command tells which one is meant.
SHOWN_CHARS = 160

# How often a person is told how far it is.
TOLD_S = 0.1


@click.command()
@click.option("--since", type=Moment(), help="Not before this time (2026-02-13, 7d); 30d unless given.")
@click.option("--agent", "agents", type=click.Choice(SOURCES), multiple=True, help="Only what this agent did.")
@click.option("--policy", metavar="POLICY", help="Judge by this policy, not by those of the folders.")
@click.option("--old", metavar="POLICY", help="Compare with this policy, or with a report that was saved.")
@click.option("--new", metavar="POLICY", help="Compare the one of --old with this policy or saved report.")
@click.option("--record", type=PathName(), help="The record, if not the one in wicket's home.")
@click.option("--json", "as_json", is_flag=True, help="As one object, with every verdict; save it for --old.")
def replay(
    since: float | None,
    agents: tuple[str, ...],
    policy: str | None,
    old: str | None,
    new: str | None,
    record: Path | None,
    as_json: bool,
) -> None:
    """Say what the policy would have said of the commands that your agents ran.

    Reads the histories that agents keep in your home, and wicket's own record; nothing is run, changed or sent. Prints
    how much would have been allowed, passed, asked about and denied, the denials, and the twenty questions that would
    have come most often. What looks like a secret is not shown. Verdicts depend on files and folders as they are
    today, and validators are not asked.

    POLICY is a file, a level (seatbelt, work, locked), or the name of a preset (read-only). --old and --new compare two
    of them; without one of the two, the policy of each folder is meant. A report saved with --json (`> before.json`)
    stands for the version of wicket that wrote it.

    \b
    Examples:
      wicket replay
      wicket replay --since 7d --agent codex
      wicket replay --policy locked
      wicket replay --new ./wicket.yml
      wicket replay --json
      wicket replay --old before.json
    """
    if policy is not None and (old is not None or new is not None):
        raise click.UsageError("--policy goes alone; to compare it, give --old or --new")
    begin = time.time() - MONTH_S if since is None else since
    if old is not None or new is not None:
        sides = [_side(old), _side(new)]
        past = _past(begin, record, agents)
        _show_comparison(compare(*(_compared(past, side) for side in sides)), as_json=as_json)
        return
    side = PastPolicy.holding(os.environ) if policy is None else named_policy(policy, os.environ, _levels())
    if policy is None and find_policies(str(Path.cwd()), os.environ).person is None:
        say("you have no policy of your own; `wicket init` writes one, and --policy tries another")
    past = _past(begin, record, agents)
    judged = _judged(past, side)
    report = make_report(side.title, past, judged)
    if as_json:
        verdicts = side_of(side.title, past, judged).fields()
        emit_json({**report.fields(), "since": _rfc3339(begin), "histories": _histories(past), "verdicts": verdicts})
    else:
        _show_report(past, report, begin)


def _levels() -> dict[str, str]:
    return {name: level.policy for name, level in LEVELS.items()}


def _side(name: str | None) -> PastPolicy | Side:
    """Load what a word means, before anything else takes time."""
    if name is None:
        return PastPolicy.holding(os.environ)
    return load_saved(name) if name.endswith(".json") else named_policy(name, os.environ, _levels())


def _past(since: float, record: Path | None, agents: tuple[str, ...]) -> Past:
    path = record or wicket_home() / "ledger.sqlite"
    if record is not None and not path.exists():
        raise NoRecord(f"there is no record at {path}; `wicket serve` begins one")
    with Progress() as progress:
        return look_back(
            os.environ,
            since,
            path if path.exists() else None,
            agents or SOURCES,
            lambda count: progress.tell(f"{count} commands read"),
        )


def _judged(past: Past, policy: PastPolicy) -> dict[Named, Judged]:
    with Progress() as progress:
        found = judge_past(
            past, policy, os.environ, lambda count: progress.tell(f"{count} of {len(past.counts)} commands judged")
        )
    for problem in policy.problems:
        complain(problem)
    return found


def _compared(past: Past, side: PastPolicy | Side) -> Side:
    return side if isinstance(side, Side) else side_of(side.title, past, _judged(past, side))


def _show_report(past: Past, report: Report, since: float) -> None:
    if not report.total:
        say(f"no agent has run anything since {_day(since)}, as far as its history says")
        _tell_unread(past)
        return
    for history in past.histories:
        files = "1 file" if history.files == 1 else f"{history.files} files"
        click.echo(f"{history.title}: {history.commands} commands in {files} since {_day(since)}")
    _tell_unread(past)
    click.echo(f"{report.total} commands, {sum(report.distinct.values())} of them distinct, judged by {report.policy}:")
    for decision in DECISIONS:
        count = report.decisions[decision]
        click.echo(f"  {decision:<5}  {rate(count, report.total):>7}  {count}")
    if report.denials:
        click.echo(f"\nDenied, {_most(len(report.denials))}")
        emit_table(
            ["times", "command", "because"],
            [[str(each.times), _short(each.command), each.reason] for each in report.denials[:SHOWN]],
        )
    if report.questions:
        click.echo("\nQuestions that would have come most often:")
        rows = [[str(each.times), each.about, _short(each.example), each.reason] for each in report.questions]
        emit_table(["times", "about", "for example", "because"], rows)


def _show_comparison(found: Comparison, *, as_json: bool) -> None:
    if as_json:
        emit_json(found.fields())
        return
    old, new = found.old.decisions(), found.new.decisions()
    click.echo(f"old: {found.old.title}\nnew: {found.new.title}")
    rows = [
        [decision, rate(old[decision], sum(old.values())), rate(new[decision], sum(new.values()))]
        for decision in DECISIONS
    ]
    emit_table(["", "old", "new"], rows)
    if found.one_sided:
        click.echo(f"{found.one_sided} commands are in one of the two reports only, and are not compared.")
    if not found.changes:
        click.echo("Nothing is judged otherwise.")
        return
    for (before, after), count in sorted(found.ways.items(), key=lambda item: -item[1]):
        click.echo(f"{count:>6}  {before} → {after}")
    for title, stricter in (("Stricter", True), ("Looser", False)):
        changes = [each for each in found.changes if each.stricter is stricter]
        if changes:
            click.echo(f"\n{title}, {_most(len(changes))}")
            rows = [
                [str(each.times), each.old, each.new, _short(each.command), each.reason] for each in changes[:SHOWN]
            ]
            emit_table(["times", "old", "new", "command", "because"], rows)


def _tell_unread(past: Past) -> None:
    for history in past.histories:
        unread = history.unread
        if unread.files or unread.lines or history.too_long:
            say(
                f"{history.title}: {unread.files} files, {unread.lines} lines and {history.too_long} very long commands"
                " could not be read and are not counted"
            )
    if past.elsewhere:
        say(f"{past.elsewhere} more commands were not judged: there are too many; give a later --since")


def _histories(past: Past) -> list[dict[str, object]]:
    return [
        {
            "agent": each.agent,
            "files": each.files,
            "commands": each.commands,
            "unread_files": each.unread.files,
            "unread_lines": each.unread.lines,
            "too_long": each.too_long,
        }
        for each in past.histories
    ]


def _most(count: int) -> str:
    return f"the {SHOWN} most frequent of {count} (--json has all):" if count > SHOWN else f"{count}:"


def _short(command: str) -> str:
    return command if len(command) <= SHOWN_CHARS else f"{command[: SHOWN_CHARS - 1]}…"


def _day(at: float) -> str:
    return time.strftime("%Y-%m-%d", time.localtime(at))


def _rfc3339(at: float) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(at))


class Progress:
    """Tells a person at a terminal how far it is, on a line that is gone afterwards; nobody else."""

    def __init__(self) -> None:
        self._wanted = sys.stderr is not None and sys.stderr.isatty()
        self._next = time.monotonic() + TOLD_S
        self._shown = False

    def __enter__(self) -> "Progress":
        return self

    def __exit__(self, *_: object) -> None:
        if self._shown:
            click.echo("\r\x1b[K", nl=False, err=True)

    def tell(self, text: str) -> None:
        if self._wanted and time.monotonic() >= self._next:
            self._next = time.monotonic() + TOLD_S
            self._shown = True
            click.echo(f"\r\x1b[K{text}…", nl=False, err=True)
