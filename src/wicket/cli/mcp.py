"""`wicket mcp`: the gate and the hosted tools for agents that speak MCP, on the standard streams."""

import asyncio
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import click

from wicket.cli.ext.host_options import with_host
from wicket.cli.option_types import PathName
from wicket.cli.output import complain
from wicket.errors import WicketError
from wicket.host.embedded_host import Host

__all__ = ["mcp"]


class NotInstalled(WicketError):
    """The official SDK is not there."""


@click.command()
@click.option("--socket", type=PathName(), help="The gateway's socket, if not the usual one.")
@with_host
def mcp(make_host: Callable[..., Host], socket: Path | None) -> None:
    """Serve an agent that speaks MCP, on standard input and output.

    Offers execute, check, status and pending, and the tools of all extensions under their own names. Started by the
    agent's program; the gateway must run for execute to do anything. Nothing can be approved or trusted from here.

    \b
    Examples:
      wicket mcp
      wicket mcp --no-ext
      wicket mcp --ext ./weather
    """
    if find_spec("mcp") is None:
        raise NotInstalled("the MCP SDK is not installed; run `pip install '.[mcp]'` in a checkout of wicket")
    # A second to import, and this verb alone needs it.
    from wicket.mcp.server import serve
    from wicket.mcp.stdio_transport import claim
    from wicket.mcp.tool_definitions import NAMES

    def make(hooks: object) -> Host:
        return make_host(hooks, reserved_tools=NAMES)

    read_from, write_to = claim()
    asyncio.run(serve(make, read_from, write_to, socket=socket, tell=complain))
