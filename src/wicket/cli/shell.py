"""`wicket shell`: what a line of shell would run, as the reader sees it. Nothing is run."""

import sys
from typing import Any

import click

from wicket.cli.output import emit_json, visible
from wicket.shell import read
from wicket.shell.read_result import Assignment, Command, Redirect, Script
from wicket.shell.words import Word

__all__ = ["shell"]

REFUSED = 1


@click.command()
@click.argument("command", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print all that is known, for a program.")
def shell(command: str | None, as_json: bool) -> None:
    """Show every command that COMMAND would run, and what cannot be known.

    Without COMMAND, or with -, the text is read from standard input. Exits 1 if the reader refuses it.

    \b
    Examples:
      wicket shell 'sudo sh -c "rm -rf x"'
      wicket shell --json 'make && ls'
    """
    script = read(_standard_input() if command in (None, "-") else str(command))
    if as_json:
        emit_json(_script(script))
    else:
        for line in script.tree().split("\n") if script.commands or script.refusal else ["(nothing)"]:
            click.echo(_coloured(visible(line)))
    raise SystemExit(REFUSED if script.refusal is not None else 0)


def _standard_input() -> str:
    # Bytes that are no UTF-8 reach the reader as what they are; bash does not mind them either.
    return "" if sys.stdin is None else sys.stdin.buffer.read().decode("utf-8", "surrogateescape")


def _coloured(line: str) -> str:
    """Set off what a person ought to look at; click drops the colour where there is no terminal."""
    if line.startswith("refused: "):
        return click.style(line, fg="red", bold=True)
    if line.lstrip().startswith("! "):
        return click.style(line, fg="yellow")
    said, gap, notes = line.partition("   (")
    return said + click.style(gap + notes, dim=True)


def _script(script: Script) -> dict[str, Any]:
    refusal = script.refusal
    return {
        "commands": [_command(command) for command in script.commands],
        "refusal": None
        if refusal is None
        else {"reason": refusal.reason, "line": refusal.line, "column": refusal.column},
    }


def _command(command: Command) -> dict[str, Any]:
    place = command.place
    return {
        "name": command.name,
        "words": [_word(word) for word in command.words],
        "redirects": [_redirect(redirect) for redirect in command.redirects],
        "assignments": [_assignment(assignment) for assignment in command.assignments],
        "changed": [_assignment(assignment) for assignment in command.changed],
        "span": list(command.span),
        "calls_function": command.calls,
        "opaque": list(command.opaque),
        "wrappers": list(place.wrappers),
        "pipe": {"stdin": place.stdin, "stdout": place.stdout},
        "loop": place.loop,
        "function": place.function,
        "substitution": place.inside,
        "subshell": place.subshell,
        "background": place.background,
    }


def _word(word: Word) -> dict[str, Any]:
    if word.text is not None:
        return {"text": word.text}
    return {"text": None, "known": str(word), "reason": word.reason, "many": word.many}


def _redirect(redirect: Redirect) -> dict[str, Any]:
    return {
        "operator": redirect.operator,
        "descriptor": redirect.descriptor,
        "target": _word(redirect.target),
        "kind": redirect.kind,
        "writes": redirect.writes,
        "reads": redirect.reads,
    }


def _assignment(assignment: Assignment) -> dict[str, Any]:
    return {"name": assignment.name, "value": _word(assignment.value), "append": assignment.append}
