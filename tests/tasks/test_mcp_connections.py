"""The MCP servers of a run."""

import pytest

from wicket.tasks.mcp_connections import McpConnections, NotSupported
from wicket.tasks.task_model import McpServerSpec


async def test_servers_are_refused_by_name() -> None:
    with pytest.raises(NotSupported, match="MCP servers"):
        async with McpConnections({"s": McpServerSpec(url="http://x")}, {}, None):
            pass
