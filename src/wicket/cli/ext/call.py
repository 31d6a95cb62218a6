"""`wicket ext call`: use one tool or one command of an extension, with no agent at hand."""

import asyncio
from collections.abc import Callable

import click

from wicket.cli.ext.arguments import BadArgument, arguments, read_json
from wicket.cli.ext.hosting import NotesHooks, with_host
from wicket.cli.ext.showing import reply_json, reply_lines, result_json, result_lines
from wicket.cli.output import emit_json
from wicket.host.embed import Host, NotOffered
from wicket.host.hooks import Hooks

__all__ = ["call"]

FAILED = 1


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("tool")
@click.argument("words", nargs=-1, metavar="[NAME=VALUE]...")
@click.option("--args", "whole", metavar="JSON", help="All arguments as one JSON object.")
@click.option("--json", "as_json", is_flag=True, help="Print the whole result as JSON.")
@click.option("--no-intercept", is_flag=True, help="Do not ask the guards first.")
@with_host
def call(
    tool: str,
    words: tuple[str, ...],
    whole: str | None,
    as_json: bool,
    no_intercept: bool,
    make_host: Callable[[Hooks], Host],
) -> None:
    """Call a TOOL, or a /COMMAND, and print what it gives.

    Arguments are like city=Berlin days=3, or days:=[1,2] for any JSON. A TOOL that begins with a slash is a
    command; the words after it are its line. Exits 1 if the call failed.

    \b
    Examples:
      wicket ext call weather city=Berlin days:=3
      wicket ext call weather --args '{"city": "Berlin"}' --json
      wicket ext call /hello there --ext ./hello
    """
    if tool.startswith("/") and whole is not None:
        raise BadArgument(f"--args is for tools; {tool} is a command, the words after it are its line")
    raise SystemExit(asyncio.run(_call(make_host(NotesHooks()), tool, words, whole, as_json, not no_intercept)))


async def _call(host: Host, tool: str, words: tuple[str, ...], whole: str | None, as_json: bool, ask: bool) -> int:
    async with host:
        if tool.startswith("/"):
            return await _run_command(host, tool, " ".join(words), as_json)
        schema = next((offer.schema for offer in host.tools if offer.name == tool), None)
        if schema is None:
            offered = ", ".join(sorted(offer.name for offer in host.tools)) or "none"
            raise NotOffered(f"no extension offers a tool {tool!r}; there are: {offered}")
        given = {**_whole(whole), **arguments(words, schema)}
        result = await host.call_tool(tool, given, intercept=ask)
    if as_json:
        emit_json(result_json(result))
    else:
        for line in result_lines(result):
            click.echo(line, err=result.is_error)
    return FAILED if result.is_error else 0


async def _run_command(host: Host, name: str, line: str, as_json: bool) -> int:
    reply = await host.run_command(name, line)
    if as_json:
        emit_json(reply_json(reply))
    elif not reply.error:  # of which a note has told
        for shown in reply_lines(reply):
            click.echo(shown)
    return FAILED if reply.error else 0


def _whole(text: str | None) -> dict[str, object]:
    if text is None:
        return {}
    try:
        value = read_json(text)
    except ValueError:
        value = None
    if not isinstance(value, dict):
        raise BadArgument('--args takes one JSON object, like \'{"city": "Berlin"}\'')
    return value
