"""Calls one extension without a host, and prints its answers: tools, commands, operations, validators."""

import os
from collections.abc import Mapping, Sequence
from typing import Any

import click

from wicket.cli.ext.arguments import arguments
from wicket.cli.ext.result_formatting import command_lines, offer_row, operation_lines, tool_lines
from wicket.cli.output import emit_json, say
from wicket.cli.tables import emit_table
from wicket.displayed_text import one_line
from wicket.kit.conform.statement_runner import spoken
from wicket.kit.extension_calls import Caller
from wicket.kit.extension_offers import Calling

__all__ = ["call_one", "show_offers", "validate_one"]

FAILED = 1


def call_one(
    caller: Caller,
    name: str,
    words: Sequence[str],
    given: Mapping[str, Any],
    *,
    as_json: bool,
    workdir: str,
    phase: str,
    env: Mapping[str, str],
) -> int:
    """Call what an extension has under this name, show what it gives, and say how to exit."""
    if name.startswith("/"):
        done = caller.command(name, " ".join(words))
        shown = command_lines(done.answer)
    else:
        offer, done = caller.call(
            name,
            lambda schema: {**given, **arguments(words, schema)},
            workdir=os.path.abspath(workdir),
            phase=phase,
            env=env,
        )
        for entry in done.logs:
            say(one_line(f"[{entry.get('level')}] {entry.get('message')}"))
        shown = operation_lines(done.answer) if offer.kind == "operation" else tool_lines(done.answer)
    return _show(done, shown, as_json)


def validate_one(caller: Caller, line: str, env: Mapping[str, str], *, as_json: bool) -> int:
    """Ask an extension's validators about a command line, and show their answer."""
    done = caller.validate(line, env)
    status, message, fix = (
        one_line(str(done.answer.get(name) or "")) for name in ("status", "message", "fix_suggestion")
    )
    shown = [f"{status}: {message}" if message else status, *([f"instead: {fix}"] if fix else [])]
    return _show(done, shown, as_json)


def show_offers(caller: Caller, *, as_json: bool) -> int:
    """List what an extension has to be called."""
    protocols = spoken(caller.target, caller.start_s)  # else a validator would be waited for, which never greets
    offers = [
        *(caller.operations() if "gevals" in protocols else ()),
        *(caller.tools_and_commands() if "zot" in protocols else ()),
    ]
    if as_json:
        emit_json(
            [{"kind": o.kind, "name": o.name, "description": o.description, "schema": dict(o.schema)} for o in offers]
        )
    elif offers:
        emit_table(
            ("kind", "name", "arguments", "description"),
            [offer_row(o.kind, o.name, o.schema, o.description) for o in offers],
        )
    else:
        raise caller.nothing_to_call()
    return 0


def _show(done: Calling, lines: Sequence[str], as_json: bool) -> int:
    if as_json:
        emit_json({**done.answer, **({"logs": list(done.logs)} if done.logs else {})})
    else:
        for line in lines:
            click.echo(line, err=not done.ok)
    return 0 if done.ok else FAILED
