"""Calls one extension without a host, and prints its answers: tools, commands, operations, validators."""

import base64
import binascii
import os
from collections.abc import Mapping, Sequence
from typing import Any

import click

from wicket.cli.ext.arguments import BadArgument, arguments
from wicket.cli.ext.result_formatting import text_lines
from wicket.cli.output import emit_json, emit_table, say
from wicket.displayed_text import one_line
from wicket.kit.conform.statement_runner import spoken
from wicket.kit.extension_calls import Caller, Calling

__all__ = ["call_one", "offer_row", "pairs", "show_offers", "validate_one"]

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
        shown = _command_lines(done.answer)
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
        shown = _operation_lines(done.answer) if offer.kind == "operation" else _tool_lines(done.answer)
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
    protocols = spoken(caller.target)  # else a validator would be waited for, which never greets
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
        raise caller.nothing()
    return 0


def pairs(words: Sequence[str]) -> dict[str, str]:
    """Read NAME=VALUE words.

    Raises:
        BadArgument: one is none.
    """
    found = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not name:
            raise BadArgument(f"{word!r} is no variable; write NAME=VALUE")
        found[name] = value
    return found


def offer_row(kind: str, name: str, schema: Mapping[str, Any], description: str) -> tuple[str, str, str, str]:
    """Show one of the things that can be called, as a row of a table."""
    properties, required = schema.get("properties"), schema.get("required")
    needed = required if isinstance(required, list) else []
    words = [each if each in needed else f"[{each}]" for each in (properties if isinstance(properties, dict) else {})]
    return kind, f"/{name}" if kind == "command" else name, " ".join(words), description


def _show(done: Calling, lines: Sequence[str], as_json: bool) -> int:
    if as_json:
        emit_json({**done.answer, **({"logs": list(done.logs)} if done.logs else {})})
    else:
        for line in lines:
            click.echo(line, err=not done.ok)
    return 0 if done.ok else FAILED


def _tool_lines(answer: Mapping[str, Any]) -> list[str]:
    lines: list[str] = []
    content = answer.get("content")
    for block in content if isinstance(content, list) else []:
        match block:
            case {"type": "text", "text": str(text)}:
                lines += text_lines(text)
            case {"type": "image", "mime_type": str(mime), "data": str(data)}:
                lines.append(f"[{one_line(mime)}, {_size(data)} bytes]")
            case _:
                lines.append("[something else]")
    return lines


def _size(data: str) -> int | str:
    try:
        return len(base64.b64decode(data, validate=True))
    except binascii.Error:
        return "unreadable"


def _command_lines(answer: Mapping[str, Any]) -> list[str]:
    if answer.get("error"):
        return [one_line(str(answer["error"]))]
    action = str(answer.get("action", "noop"))
    told = answer.get(action)
    match action:
        case "prompt" | "insert" if isinstance(told, str):
            would = "would prompt the agent" if action == "prompt" else "would insert"
            return [f"{would}: {line}" for line in text_lines(told)]
        case "display" if isinstance(told, str):
            return text_lines(told)
        case "open_panel" if isinstance(told, dict):
            lines = told.get("lines")
            return [
                one_line(str(line)) for line in (told.get("title", ""), *(lines if isinstance(lines, list) else []))
            ]
        case _:
            return []


def _operation_lines(answer: Mapping[str, Any]) -> list[str]:
    error = answer.get("error")
    if isinstance(error, dict):  # of the protocol
        return [one_line(f"{error.get('code')}: {error.get('message')}")]
    outputs = answer.get("outputs")
    lines = [one_line(str(answer[name])) for name in ("message", "error") if answer.get(name)]
    lines += [one_line(f"{name}={value}") for name, value in (outputs.items() if isinstance(outputs, dict) else ())]
    return lines or ["done" if answer.get("success") else "failed"]
