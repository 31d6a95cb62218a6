"""`wicket ext conform`: the statements of the protocols, tried on any extension."""

import math
import sys
from collections.abc import Iterable, Iterator
from typing import cast

import click

from wicket.cli.ext.arguments import BadArgument
from wicket.cli.ext.extension_by_path_or_name import is_path, pointed_at
from wicket.cli.output import emit_json, say
from wicket.cli.tables import emit_table
from wicket.kit.conform.extension_under_test import PATIENCE_S
from wicket.kit.conform.statement import Outcome
from wicket.kit.conform.statement_runner import run, spoken
from wicket.kit.extension_target import PROTOCOLS, Protocol, Target, by_command

__all__ = ["conform"]

FAILED = 1


@click.command(context_settings={"allow_interspersed_args": False})
@click.option(
    "--protocol", "-p", "wanted", multiple=True, type=click.Choice(PROTOCOLS), help="Which; else all it speaks."
)
@click.option("--json", "as_json", is_flag=True, help="Print the outcomes as JSON.")
@click.option("--patience", type=float, default=PATIENCE_S, help="Seconds after which an answer counts as none.")
@click.argument("command", nargs=-1, required=True, metavar="EXTENSION | -- COMMAND...", type=click.UNPROCESSED)
def conform(wanted: tuple[str, ...], as_json: bool, patience: float, command: tuple[str, ...]) -> None:
    """Try the protocols' statements on an extension in any language.

    It is given as a file, the folder of its manifest, an installed one's name, or a command after `--`. It is started
    many times, and nothing that it offers is carried out: only what nobody offers is called, and calls that lack a
    required argument. Exits 1 if a statement does not hold.

    \b
    Examples:
      wicket ext conform ./weather
      wicket ext conform --protocol zot -- ./weather --verbose
    """
    if not 0 < patience < math.inf:
        raise BadArgument("--patience is a number of seconds, like 5")
    target = _target(command)
    protocols = cast("tuple[Protocol, ...]", wanted) or spoken(target, patience)
    found = {protocol: list(_watched(run(target, protocol, patience))) for protocol in protocols}
    outcomes = [outcome for each in found.values() for outcome in each]
    if as_json:
        emit_json([_json(protocol, outcome) for protocol, each in found.items() for outcome in each])
    else:
        emit_table(
            ("statement", "outcome", "what"),
            [(each.id, each.verdict, _what(each)) for each in outcomes],
        )
        counts = {
            verdict: sum(each.verdict == verdict for each in outcomes) for verdict in ("passed", "failed", "skipped")
        }
        say(f"{target.name}: " + ", ".join(f"{count} {verdict}" for verdict, count in counts.items()))
    if any(outcome.verdict == "failed" for outcome in outcomes):
        raise SystemExit(FAILED)


def _target(command: tuple[str, ...]) -> Target:
    # A lone word is a path or a name first, as for the other verbs; with more words it is a command.
    if len(command) == 1 and (is_path(command[0]) or "/" not in command[0]):
        return pointed_at(command[0])
    return by_command(command)


def _watched(outcomes: Iterable[Outcome]) -> Iterator[Outcome]:
    """Show a person at a terminal how far it is."""
    watching = sys.stderr is not None and sys.stderr.isatty()
    for outcome in outcomes:
        if watching:
            click.echo(f"\r{outcome.id:8}", nl=False, err=True)
        yield outcome
    if watching:
        click.echo("\r" + " " * 8 + "\r", nl=False, err=True)


def _what(outcome: Outcome) -> str:
    """What to read: the statement if it holds, what was seen if not."""
    return outcome.says if outcome.verdict == "passed" else outcome.reason


def _json(protocol: str, outcome: Outcome) -> dict[str, str]:
    return {
        "id": outcome.id,
        "protocol": protocol,
        "outcome": outcome.verdict,
        "statement": outcome.says,
        "reason": outcome.reason,
    }
