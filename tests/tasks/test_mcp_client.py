"""Servers that cannot be used are told apart."""

import sys
from pathlib import Path

import pytest

from tasks.evals import ENV
from tasks.mcp_programs import serving_http, write_server
from tasks.web_server import serving
from wicket.tasks.mcp_client import McpUnavailable, call_tool, connect
from wicket.tasks.task_model import McpServerSpec
from wicket.tasks.task_results import StepEnding, ToolAnswer

# Answers with an error of the protocol, or leaves.
REFUSING = """\
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if "id" in message:
        if message["method"] == "initialize":
            version = message["params"]["protocolVersion"]
            info = {"name": "s", "version": "1"}
            told = {"result": {"protocolVersion": version, "capabilities": {}, "serverInfo": info}}
        elif message.get("params", {}).get("name") == "leave":
            break
        else:
            told = {"error": {"code": -32602, "message": "bad"}}
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], **told}), flush=True)
"""


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (("no-such-server",), "the MCP server 's' cannot be started: "),
        ((sys.executable, "-c", "pass"), "the MCP server 's' cannot be used: "),
    ],
)
async def test_a_program_that_is_no_server(command: tuple[str, ...], said: str) -> None:
    with pytest.raises(McpUnavailable) as caught:
        async with connect("s", McpServerSpec(command=command), ENV, None):
            pass
    assert str(caught.value).startswith(said)


async def test_an_address_without_a_server() -> None:
    with serving() as served, pytest.raises(McpUnavailable):
        async with connect("s", McpServerSpec(url=f"{served.url}/mcp"), ENV, None):
            pass


async def test_a_server_over_http(tmp_path: Path) -> None:
    with serving_http(tmp_path) as url:
        async with connect("s", McpServerSpec(url=url), ENV, None) as connection:
            assert connection.session.server_info is not None
            assert (connection.session.server_info.name, connection.tools) == ("notes", ("add", "fail"))
            done = await call_tool(connection, "add", {"args": {"text": "x"}, "expect": {"content": "added x"}})
            content = '[{"type":"text","text":"added x"}]'
            assert done == ToolAnswer(StepEnding.SUCCEEDED, "added x", "", {"content": content})
            none = await call_tool(connection, "no-such-tool", {})
            assert (none.ending, "no-such-tool" in none.message + none.error) == (StepEnding.FAILED, True)


async def test_a_tool_that_reports_an_error(tmp_path: Path) -> None:
    async with connect("s", McpServerSpec(command=tuple(write_server(tmp_path))), ENV, None) as connection:
        assert connection.tools == ("add", "fail")
        done = await call_tool(connection, "fail", {})
        assert (done.ending, done.message, done.error) == (
            StepEnding.FAILED,
            "Error executing tool fail: it failed",
            "the tool reports an error",
        )


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ({"match": r'^\[\{"type":"text".*added x'}, ""),
        ({"match": "^added x$"}, "the result does not match '^added x$'"),
        ({"fields": [{"path": "[0].text", "match": "^added x$"}, {"path": "[0].type", "equals": "text"}]}, ""),
        ({"fields": [{"path": "[0].text", "equals": "other"}]}, '[0].text is "added x", not "other"'),
    ],
)
async def test_what_a_result_must_be_like(tmp_path: Path, content: object, said: str) -> None:
    async with connect("s", McpServerSpec(command=tuple(write_server(tmp_path))), ENV, None) as connection:
        body = {"args": {"text": "x"}, "expect": {"content": content}}
        assert (await call_tool(connection, "add", body)).error == said


async def test_an_error_of_the_protocol_is_an_error_too_where_one_is_expected(tmp_path: Path) -> None:
    (tmp_path / "server.py").write_text(REFUSING)
    spec = McpServerSpec(command=(sys.executable, str(tmp_path / "server.py")))
    async with connect("s", spec, ENV, None) as connection:
        assert (await call_tool(connection, "no", {})).ending is StepEnding.BROKEN
        assert (await call_tool(connection, "no", {"expect": {"isError": True}})).ending is StepEnding.SUCCEEDED
        assert (await call_tool(connection, "leave", {"expect": {"isError": True}})).ending is StepEnding.BROKEN
