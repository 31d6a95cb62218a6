"""The MCP servers of a run: nothing is opened where there are none, and one that is not there ends the run early."""

import json
from pathlib import Path

import pytest

from tasks.evals import ENV, Lab, script
from wicket.tasks.agent_surroundings import make_surroundings
from wicket.tasks.call_record import CallRecord
from wicket.tasks.mcp_client import McpUnavailable
from wicket.tasks.mcp_connections import McpConnections
from wicket.tasks.task_model import AgentSpec, Task


async def test_without_servers_there_is_no_proxy(tmp_path: Path) -> None:
    calls = CallRecord()
    async with McpConnections({}, ENV, None) as connections:
        make = connections.around(AgentSpec())
        async with make(Task(name="t", path=tmp_path), make_surroundings(tmp_path / "run"), calls) as around:
            assert (around.mcp_file, calls.proxied) == ("", False)


async def test_a_server_that_is_not_there_ends_the_run_before_it_begins(lab: Lab) -> None:
    (lab.folder / "mcp.json").write_text(json.dumps({"mcpServers": {"gone": {"command": "no-such-server"}}}))
    lab.config["mcpConfigFile"] = "mcp.json"
    lab.task(setup=[script("echo x >> notes")])
    with pytest.raises(McpUnavailable):
        await lab.run()
    assert lab.noted() == []
