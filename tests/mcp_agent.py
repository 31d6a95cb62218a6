"""An agent for tests: the official SDK's client, connected to `wicket mcp` as agents connect."""

import contextlib
import sys
from collections.abc import AsyncIterator, Mapping
from typing import Any

from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.types import CallToolResult, Implementation, TextContent

from machine import Machine

__all__ = ["ERAS", "agent", "data", "texts"]

# Since the protocol's version of 2026 clients say with each request who they are; before, they said hello once.
ERAS = ("auto", "legacy")


@contextlib.asynccontextmanager
async def agent(machine: Machine, *options: str, era: str = "auto", **about: Any) -> AsyncIterator[Client]:
    """Connect."""
    parameters = StdioServerParameters(
        command=sys.executable, args=["-m", "wicket", "mcp", *options], env=dict(machine.environ), cwd=machine.project
    )
    me = Implementation(name="tester", version="1")
    async with Client(stdio_client(parameters), client_info=me, mode=era, **about) as client:
        yield client


def texts(result: CallToolResult) -> list[str]:
    return [block.text for block in result.content if isinstance(block, TextContent)]


def data(result: CallToolResult) -> Mapping[str, Any]:
    assert result.structured_content is not None
    found: Mapping[str, Any] = result.structured_content
    return found
