"""An agent for tests: the official SDK's client, connected to `wicket mcp` as agents connect."""

import contextlib
import sys
from collections.abc import AsyncIterator, Mapping
from typing import Any

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.types import CallToolResult, Implementation, TextContent

from machine import Machine

__all__ = ["agent", "data", "texts"]


@contextlib.asynccontextmanager
async def agent(machine: Machine, *options: str) -> AsyncIterator[ClientSession]:
    """Connect."""
    parameters = StdioServerParameters(
        command=sys.executable, args=["-m", "wicket", "mcp", *options], env=dict(machine.environ), cwd=machine.project
    )
    async with (
        stdio_client(parameters) as (read, write),
        ClientSession(read, write, client_info=Implementation(name="tester", version="1")) as session,
    ):
        await session.initialize()
        yield session


def texts(result: CallToolResult) -> list[str]:
    return [block.text for block in result.content if isinstance(block, TextContent)]


def data(result: CallToolResult) -> Mapping[str, Any]:
    assert result.structuredContent is not None
    return result.structuredContent
