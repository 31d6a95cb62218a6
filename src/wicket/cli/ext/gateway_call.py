"""`wicket ext call --gateway`: what the extensions offer that a gateway hosts, used by one of its approvers."""

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from wicket.approver_client import Approver
from wicket.cli.approver_connection import talk
from wicket.cli.ext.arguments import arguments
from wicket.cli.ext.result_formatting import offer_row, reply_json, reply_lines, show_result
from wicket.cli.line_breaks_and_pages import wrapped
from wicket.cli.output import emit_json, say
from wicket.cli.tables import emit_table
from wicket.cli.terminal_or_token_approval import confirmed, given_token
from wicket.host.command_replies import Reply
from wicket.host.embedded_host import NotOffered
from wicket.host.panels import Panel
from wicket.host.tool_results import Image, Text, ToolResult
from wicket.wire.approver_messages import Called, Offered, Replied
from wicket.wire.approver_views import TextPiece, as_plain

__all__ = ["call_hosted", "list_hosted"]

FAILED = 1


def list_hosted(socket: Path | None, *, as_json: bool) -> int:
    """List what there is to be called."""
    offered = talk(socket, given_token(os.environ), lambda approver: approver.offers())
    if as_json:
        tools = [{"kind": "tool", **as_plain(tool)} for tool in offered.tools]
        emit_json([*tools, *({"kind": "command", **as_plain(command)} for command in offered.commands)])
        return 0
    rows = [offer_row("tool", tool.name, tool.schema, tool.description) for tool in offered.tools]
    rows += [offer_row("command", command.name, {}, command.description) for command in offered.commands]
    if rows:
        emit_table(("kind", "name", "arguments", "description"), rows)
    else:
        say("the gateway's extensions offer no tool and no command")
    return 0


def call_hosted(socket: Path | None, name: str, words: Sequence[str], given: dict[str, Any], *, as_json: bool) -> int:
    """Call a tool or run a command, show what it gives, and say how to exit. A person is asked first, or the token."""

    async def call(approver: Approver) -> int:
        offered = await approver.offers()
        _require(offered, name)
        if name.startswith("/"):
            line = " ".join(words)
            if not await _is_wanted(f"{name} {line}".rstrip(), "Run this in the gateway?"):
                return _nothing()
            return _show_reply(await approver.run_command(name, line), as_json)
        schema = next(tool.schema for tool in offered.tools if tool.name == name)
        args = {**given, **arguments(words, schema)}
        if not await _is_wanted(f"{name} {json.dumps(args)}", "Call this in the gateway?"):
            return _nothing()
        return _show_result(await approver.call_tool(name, args), as_json)

    return talk(socket, given_token(os.environ), call)


async def _is_wanted(call: str, question: str) -> bool:
    return await confirmed(lambda width: wrapped("", call, width, indent=0), question, os.environ) is True


def _require(offered: Offered, name: str) -> None:
    """Make sure that a tool or a command is there.

    Raises:
        NotOffered: it is not.
    """
    known = [tool.name for tool in offered.tools] + [f"/{command.name}" for command in offered.commands]
    if name not in known:
        there = f"there are: {', '.join(sorted(known))}" if known else "there is nothing to be called"
        raise NotOffered(f"no extension of the gateway offers {name!r}; {there}")


def _nothing() -> int:
    say("nothing was called")
    return FAILED


def _show_result(called: Called, as_json: bool) -> int:
    pieces = (
        Text(piece.text) if isinstance(piece, TextPiece) else Image(piece.mime_type, piece.data)
        for piece in called.content
    )
    result = ToolResult(called.extension, called.tool, tuple(pieces), called.is_error, called.failure)
    return show_result(result, as_json=as_json)


def _show_reply(replied: Replied, as_json: bool) -> int:
    shown = replied.panel
    reply = Reply(
        replied.extension,
        replied.command,
        replied.action,
        replied.prompt,
        replied.insert,
        replied.display,
        None if shown is None else Panel(replied.extension, shown.id, shown.title, shown.lines, shown.footer),
        replied.error,
    )
    if as_json:
        emit_json(reply_json(reply))
    elif reply.error:
        say(f"[{reply.extension}] /{reply.command}: {reply.error}")
    else:
        for line in reply_lines(reply):
            click.echo(line)
    return FAILED if reply.error else 0
