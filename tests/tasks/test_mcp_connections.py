"""The MCP servers of a run: nothing is opened where there are none, and one that is not there ends the run early."""

import json
from pathlib import Path

import pytest

from tasks.evals import ENV, Lab, script
from tasks.mcp_programs import write_server
from wicket.tasks.agent_surroundings import make_surroundings
from wicket.tasks.call_record import CallRecord
from wicket.tasks.eval_loader import CannotLoad
from wicket.tasks.mcp_client import McpUnavailable
from wicket.tasks.mcp_connections import McpConnections
from wicket.tasks.task_model import AgentSpec, McpServerSpec, Task


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


async def test_a_step_has_the_result_of_the_step_before_it(lab: Lab) -> None:
    lab.servers(notes=write_server(lab.folder))
    lab.agent("cat")
    lab.task(
        requires=[{"mcpServer": "notes"}],
        setup=[{"id": "made", "notes.add": {"args": {"text": "x"}}}],
        prompt={"inline": "{steps.made.content}"},
        verify=[{"notes.add": {"args": {"text": "{steps.notes.add.content}"}, "expect": {"content": "added [{"}}}],
    )
    result = await lab.one()
    assert (result["status"], result["taskOutput"]) == ("passed", '[{"type":"text","text":"added x"}]')


async def test_a_tool_that_is_not_there_ends_the_run_before_it_begins(lab: Lab) -> None:
    lab.servers(notes=write_server(lab.folder))
    good = {"notes.add": {"args": {"text": "{random.id}"}}}
    lab.task(
        requires=[{"mcpServer": "notes"}],
        setup=[script("echo x >> notes")],
        cleanup=[{"notes.ad": {}}, {"notes.add": {"args": {"text": 1}}}, good],
    )
    with pytest.raises(CannotLoad) as caught:
        await lab.run()
    first, second = str(caught.value).splitlines()
    assert "(notes.ad): the MCP server 'notes' has no tool 'ad'; did you mean 'add'?" in first
    assert '(notes.add): $.text: 1 is not of type "string"' in second
    assert lab.noted() == []


async def test_an_agent_may_be_allowed_some_tools_alone(tmp_path: Path) -> None:
    command = tuple(write_server(tmp_path))
    servers = {"a": McpServerSpec(command=command), "b": McpServerSpec(command=command, allowed=frozenset(["fail"]))}
    async with McpConnections(servers, ENV, None) as connections:
        assert connections.tools == (("a", "add"), ("a", "fail"), ("b", "fail"))
