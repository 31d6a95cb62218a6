"""The bridge says what the agent says, and nothing before."""

import asyncio
import os
import subprocess
import sys
from contextlib import AsyncExitStack

from bounds import SOON_S
from tasks.evals import Lab
from tasks.mcp_programs import write_server
from wicket.tasks.call_record import CallRecord
from wicket.tasks.mcp_client import connect
from wicket.tasks.mcp_connections import McpConnections
from wicket.tasks.task_model import McpServerSpec

BRIDGE = (sys.executable, "-P", "-m", "wicket.tasks.mcp_stdio_bridge")


async def test_the_proxy_hears_the_agent_and_nobody_else(lab: Lab) -> None:
    servers = {"notes": McpServerSpec(command=tuple(write_server(lab.folder)))}
    env = dict(os.environ)
    record = CallRecord()
    async with McpConnections(servers, env, None) as connections, AsyncExitStack() as stack:
        bridge = (*BRIDGE, (await connections.open_proxy(stack, record))["notes"])
        quiet = await asyncio.to_thread(subprocess.run, bridge, stdin=subprocess.DEVNULL, check=False, timeout=SOON_S)
        assert (quiet.returncode, record.servers) == (0, set())
        async with connect("bridge", McpServerSpec(command=bridge), env, None) as connection:
            assert (connection.tools, record.servers) == (("add", "fail"), {"notes"})
            await connection.session.call_tool("add", {"text": "x"})
    assert [(call.server, call.name) for call in record.calls] == [("notes", "add")]
