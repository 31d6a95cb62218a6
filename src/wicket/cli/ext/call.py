"""`wicket ext call`: use a tool, a command, an operation or a validator of an extension, with no host at hand."""

import asyncio
from collections.abc import Callable
from dataclasses import asdict
from difflib import get_close_matches
from pathlib import Path

import click
from click.core import ParameterSource

from wicket.cli.approver_connection import with_gateway
from wicket.cli.ext.arguments import BadArgument, arguments, pairs, read_json
from wicket.cli.ext.author_options import with_no_guards, with_start_timeout
from wicket.cli.ext.direct_call import call_one, show_offers, validate_one
from wicket.cli.ext.extension_by_path_or_name import is_path, pointed_at
from wicket.cli.ext.gateway_call import call_hosted, list_hosted
from wicket.cli.ext.host_options import NotesHooks, with_host
from wicket.cli.ext.result_formatting import offer_row, reply_json, reply_lines, show_result
from wicket.cli.output import emit_json, say
from wicket.cli.tables import emit_table
from wicket.errors import WicketError
from wicket.host.embedded_host import Host, NotOffered
from wicket.host.extension_discovery import NoSuchExtension
from wicket.host.host_hooks import Hooks
from wicket.kit.extension_calls import Caller

__all__ = ["call"]

FAILED = 1

# What goes together with --gateway; the rest is about extensions that are started here.
FOR_GATEWAY = {"gateway", "socket", "tool", "words", "whole", "as_json"}


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("tool", metavar="[EXTENSION] NAME", required=False)
@click.argument("words", nargs=-1, metavar="[NAME=VALUE]...")
@click.option("--validate", "line", metavar="LINE", help="Ask EXTENSION's validators about this command line.")
@click.option("--env", "variables", multiple=True, metavar="NAME=VALUE", help="What the command or the operation sees.")
@click.option("--workdir", default=".", help="Where an operation works; here, if not given.")
@click.option("--phase", type=click.Choice(["setup", "verify", "cleanup"]), default="setup", help="Of an operation.")
@click.option("--args", "whole", metavar="JSON", help="All arguments as one JSON object.")
@click.option("--json", "as_json", is_flag=True, help="Print the whole result as JSON.")
@with_no_guards
@with_start_timeout
@click.option("--gateway", is_flag=True, help="Call what the running gateway hosts; without a NAME, list that.")
@with_gateway
@with_host
@click.pass_context
def call(
    context: click.Context,
    /,
    tool: str | None,
    words: tuple[str, ...],
    line: str | None,
    variables: tuple[str, ...],
    workdir: str,
    phase: str,
    whole: str | None,
    as_json: bool,
    no_guards: bool,
    start_s: float,
    gateway: bool,
    socket: Path | None,
    make_host: Callable[[Hooks], Host],
) -> None:
    """Call a tool, an operation or a /command, and print what it gives.

    Arguments are like city=Berlin days=3, or days:=[1,2] for any JSON; the words after a /command are its line. Without
    EXTENSION, all that are installed are started, and guards are asked first. EXTENSION is a path or an installed
    one's name: it alone is started, with its own guards; what it prints, and tracebacks, go to standard error.
    Without a NAME it is asked what it has; with neither, all that are installed. Exits 1 if the call failed.

    With --gateway nothing is started: `wicket serve` calls what it hosts, guards first. Whoever approves may do that:
    it asks on the terminal; without one, WICKET_APPROVER_TOKEN must be set.

    \b
    Examples:
      wicket ext call weather city=Berlin days:=3
      wicket ext call weather --args '{"city": "Berlin"}' --json
      wicket ext call /hello there --ext ./hello
      wicket ext call ./hello
      wicket ext call --gateway
      wicket ext call --gateway weather city=Berlin
    """
    if tool is not None and tool.startswith("-"):
        options = [name for parameter in context.command.params for name in parameter.opts if name.startswith("--")]
        raise click.NoSuchOption(tool, possibilities=get_close_matches(tool, options), ctx=context)
    _require_fitting(context, gateway)
    if tool is None:
        if gateway:
            raise SystemExit(list_hosted(socket, as_json=as_json))
        raise SystemExit(asyncio.run(_list(make_host(NotesHooks()), as_json)))
    if gateway:
        _require_no_json(tool, whole)
        raise SystemExit(call_hosted(socket, tool, words, _whole(whole), as_json=as_json))
    if line is not None or _is_extension(tool, words):
        with Caller(pointed_at(tool), complaints=_complain, guards=not no_guards, start_s=start_s) as caller:
            if line is not None:
                raise SystemExit(validate_one(caller, line, pairs(variables), as_json=as_json))
            if not words:
                raise SystemExit(show_offers(caller, as_json=as_json))
            name, *rest = words
            raise SystemExit(
                call_one(
                    caller,
                    name,
                    rest,
                    _whole(whole),
                    as_json=as_json,
                    workdir=workdir,
                    phase=phase,
                    env=pairs(variables),
                )
            )
    _require_no_json(tool, whole)
    raise SystemExit(asyncio.run(_call(make_host(NotesHooks()), tool, words, whole, as_json, not no_guards)))


def _require_fitting(context: click.Context, gateway: bool) -> None:
    """Make sure that no option was given that would mean nothing.

    Raises:
        BadArgument: one was.
    """
    for parameter in context.command.params:
        if context.get_parameter_source(parameter.name) is not ParameterSource.COMMANDLINE:
            continue
        if gateway and parameter.name not in FOR_GATEWAY:
            raise BadArgument(f"{parameter.opts[0]} does not go with --gateway, which calls what `wicket serve` hosts")
        if not gateway and parameter.name == "socket":
            raise BadArgument("--socket is the gateway's; it goes with --gateway")


def _require_no_json(tool: str, whole: str | None) -> None:
    if tool.startswith("/") and whole is not None:
        raise BadArgument(f"--args is for tools; {tool} is a command, the words after it are its line")


def _is_extension(word: str, others: tuple[str, ...]) -> bool:
    """Whether the first word is an extension, and not what is called: a path is, and a name before another name."""
    if "/" in word or word.endswith(".py") or word in (".", ".."):
        return is_path(word)
    return bool(others) and "=" not in others[0] and (_is_installed(word) or is_path(word))


def _complain(line: str) -> None:
    say(f"stderr   {line}")


def _is_installed(word: str) -> bool:
    try:
        pointed_at(word)
    except NoSuchExtension:
        return False
    except WicketError:  # which it will say itself
        return True
    return True


async def _call(host: Host, tool: str, words: tuple[str, ...], whole: str | None, as_json: bool, ask: bool) -> int:
    async with host:
        if tool.startswith("/"):
            return await _run_command(host, tool, " ".join(words), as_json)
        schema = next((offer.schema for offer in host.tools if offer.name == tool), None)
        if schema is None:
            offered = ", ".join(sorted(offer.name for offer in host.tools))
            there = f"there are: {offered}" if offered else "there are none; call one by its path, like `call . NAME`"
            if not words and (is_path(tool) or _is_installed(tool)):
                with Caller(pointed_at(tool), complaints=_complain) as caller:
                    return show_offers(caller, as_json=as_json)
            raise NotOffered(f"no extension offers a tool {tool!r}; {there}")
        given = {**_whole(whole), **arguments(words, schema)}
        result = await host.call_tool(tool, given, intercept=ask)
    return show_result(result, as_json=as_json)


_NONE = "no installed extension offers a tool or a command; name one by its path, like `call ./weather`"


async def _list(host: Host, as_json: bool) -> int:
    """List what all installed extensions have to be called."""
    async with host:
        tools, commands = host.tools, host.commands
    if as_json:
        called = [{"kind": "tool", **asdict(tool), "schema": dict(tool.schema)} for tool in tools]
        emit_json([*called, *({"kind": "command", **asdict(command)} for command in commands)])
        return 0
    rows = [offer_row("tool", tool.name, tool.schema, tool.description) for tool in tools]
    rows += [offer_row("command", command.name, {}, command.description) for command in commands]
    if not rows:
        raise NotOffered(
            "no installed extension offers a tool or a command; name one by its path, like `call ./weather`"
        )
    emit_table(("kind", "name", "arguments", "description"), rows)
    return 0


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
