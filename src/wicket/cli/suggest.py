"""`wicket suggest`: the fewest rules that cover what was approved again and again."""

import asyncio
import os
import time
from pathlib import Path
from typing import Any

import click
import msgspec

from wicket.cli.audit import Broken, opened_record
from wicket.cli.extension_folders import wicket_home
from wicket.cli.option_types import Moment, PathName
from wicket.cli.output import emit_json, say, visible
from wicket.cli.terminal_or_token_approval import approved, with_yes
from wicket.displayed_text import number_of
from wicket.gateway.judge_pool import Judges
from wicket.gateway.past_decisions import PastDecision, past_decisions
from wicket.gateway.request_policy import PolicySource
from wicket.gateway.rule_effect_on_record import Verdicts
from wicket.gateway.rule_suggestions import Suggestion, Suggestions, suggest_rules
from wicket.policy_files.rule_file_writing import RuleFile, RuleNotWritten, rule_files, write_rules

__all__ = ["suggest"]

MONTH_S = 30 * 86400.0

# So many commands are shown for each rule.
SHOWN = 5


@click.command()
@click.option("--since", type=Moment(), help="What was approved since (2026-02-13, 7d); 30d unless given.")
@click.option("--min", "least", type=click.IntRange(min=1), default=3, metavar="N", help="For what came N times; 3.")
@click.option("--write", is_flag=True, help="Ask about each rule, and write those that you want to your own policy.")
@click.option("--project", is_flag=True, help="What was approved in this folder and below; to the project's policy.")
@click.option("--config", type=PathName(), help="The policy file, if the gateway judges by one.")
@click.option("--record", type=PathName(), help="The record, if not the one in wicket's home.")
@click.option("--json", "as_json", is_flag=True, help="As one object.")
@with_yes
def suggest(
    since: float | None,
    least: int,
    write: bool,
    project: bool,
    config: Path | None,
    record: Path | None,
    as_json: bool,
    yes: bool,
) -> None:
    """Suggest rules for what you have approved again and again.

    Looks at the decisions in the record, and at nothing that agents say of themselves. The fewest rules are shown that
    would have spared you the questions, each with the commands that it covers and what it risks. A rule is a
    command's own words; files may vary in it where the program only looks at them. There is none that would allow
    what was ever denied, none for root, and none from a text that held a secret.

    With --write you are asked about each one on the terminal, or WICKET_APPROVER_TOKEN means yes to all. It is written
    with the date and the reason below the rules of the file; the file as it was is kept in wicket's home.

    \b
    Examples:
      wicket suggest
      wicket suggest --since 7d --min 5
      wicket suggest --write
      wicket suggest --write --project
    """
    if write and as_json:
        raise click.UsageError("--write and --json do not go together")
    begin = time.time() - MONTH_S if since is None else since
    source = PolicySource(str(config.absolute()) if config is not None else "")
    with opened_record(record or wicket_home() / "ledger.sqlite") as ledger:
        if broken := ledger.verify(None).broken:
            raise Broken(f"no rule is made from a record that is not whole: {broken}")
        approvals, decisions = past_decisions(ledger, begin), past_decisions(ledger)
    if project:
        here = os.path.realpath(Path.cwd())
        approvals = [each for each in approvals if f"{each.admitted.cwd}/".startswith(f"{here}/")]
    file = _file(source, project=project) if write else None
    found = asyncio.run(_suggested(approvals, decisions, source, least))
    if as_json:
        emit_json(_fields(found))
        return
    _show(found, least)
    if file is not None:
        for each in found.rules:
            _offer(each, file, yes=yes)


async def _suggested(
    approvals: list[PastDecision], decisions: list[PastDecision], source: PolicySource, least: int
) -> Suggestions:
    async with Judges() as judges:
        return await suggest_rules(approvals, decisions, Verdicts(judges, source), least)


def _file(source: PolicySource, *, project: bool) -> RuleFile:
    """Find the file to write to, before anything is asked."""
    files = rule_files(str(Path.cwd()), os.environ, str(wicket_home()), source.config)
    wanted = ("project",) if project else ("given", "person")
    found = next((each for each in files if each.where in wanted), None)
    if found is None and project:
        raise RuleNotWritten("no policy file of this project is trusted; look at it, then run `wicket trust`")
    if found is None:
        raise RuleNotWritten("there is no policy file of yours to write to; set HOME or XDG_CONFIG_HOME")
    return found


def _show(found: Suggestions, least: int) -> None:
    for each in found.rules:
        for line in _lines(each):
            click.echo(visible(line))
    for other in found.contradicted:
        say(f"no rule for `{other.pattern}`: it would allow what was denied, `{other.denied}`")
    if not found.rules:
        say(f"nothing was approved {least} times or more that a rule could be made for")
    if found.left:
        say(f"no rule is suggested for {number_of(found.left, 'approval')}")


def _lines(rule: Suggestion) -> list[str]:
    lines = [f"- allow: {rule.pattern}", f"    spares {rule.times} questions"]
    lines += [f"    covers {command}" for command in rule.commands[:SHOWN]]
    if len(rule.commands) > SHOWN:
        lines.append(f"    covers {len(rule.commands) - SHOWN} more")
    lines += [f"    also allows {command}" for command in rule.also[:SHOWN]]
    lines += [f"    risk: {risk}" for risk in rule.risks]
    return lines


def _offer(rule: Suggestion, file: RuleFile, *, yes: bool) -> None:
    if approved(_lines(rule), f"Write this rule to {file.path}?", wicket_home(), os.environ, yes=yes):
        note = f"approved {rule.times} times"
        done = write_rules(file, (rule.pattern,), note, os.environ, wicket_home())
        say(f"wrote `{rule.pattern}` to {done.path}")


def _fields(found: Suggestions) -> dict[str, Any]:
    fields: dict[str, Any] = msgspec.to_builtins(found)
    return fields
