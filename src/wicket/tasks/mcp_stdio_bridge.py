"""The program that an agent starts in the place of an MCP server, where it takes no addresses.

`python -m wicket.tasks.mcp_stdio_bridge ADDRESS` hands every message of its standard input on to the recording proxy at
that address, and prints what comes back. It says nothing by itself: the proxy hears the agent and nobody else.
"""

import sys
from typing import Any

import anyio
from mcp.client.streamable_http import streamable_http_client
from mcp.server.stdio import stdio_server
from mcp.shared.message import SessionMessage

__all__: list[str] = []


async def _bridge(address: str) -> None:
    async with (
        stdio_server() as (from_agent, to_agent),
        streamable_http_client(address) as (from_proxy, to_proxy),
        to_agent,  # each end leaves when what it is to say is closed
        to_proxy,
        anyio.create_task_group() as group,
    ):
        group.start_soon(_hand_on, from_proxy, to_agent)
        await _hand_on(from_agent, to_proxy)  # until the agent closes our input
        group.cancel_scope.cancel()


async def _hand_on(heard: Any, said: Any) -> None:
    async for message in heard:
        if isinstance(message, SessionMessage):  # what is no message is of no use to the other end
            await said.send(SessionMessage(message.message))


if __name__ == "__main__":
    anyio.run(_bridge, sys.argv[1])
