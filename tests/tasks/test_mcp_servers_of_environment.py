"""The MCP server that variables name."""

from typing import Any

import pytest

from wicket.tasks.mcp_servers_of_environment import CannotRead, server_of_environment


@pytest.mark.parametrize(
    ("env", "telling", "name", "server"),
    [
        ({"MCP_URL": "http://u/x", "MCP_PORT": "1"}, "MCP_URL", "default", {"url": "http://u/x", "headers": {}}),
        ({"MCP_PORT": "1"}, "MCP_PORT", "default", {"url": "http://localhost:1/mcp", "headers": {}}),
        (
            {"MCP_HOST": "h", "MCP_PATH": "/p", "MCP_HEADERS": '{"A": "b"}', "MCP_SERVER_NAME": "n"},
            "MCP_HOST",
            "n",
            {"url": "http://h/p", "headers": {"A": "b"}},
        ),
        (
            {"MCP_COMMAND": "c", "MCP_URL": "u", "MCP_ARGS": "a, b", "MCP_ENV": '{"K": "v"}'},
            "MCP_COMMAND",
            "default",
            {"command": "c", "args": ["a", "b"], "env": {"K": "v"}},
        ),
        (
            {"MCP_COMMAND": "c", "MCP_ARGS": '["a, b", ""]'},
            "MCP_COMMAND",
            "default",
            {"command": "c", "args": ["a, b", ""], "env": {}},
        ),
    ],
)
def test_a_server(env: dict[str, str], telling: str, name: str, server: Any) -> None:
    assert server_of_environment(env) == (telling, {"mcpServers": {name: server}})


def test_no_server() -> None:
    assert server_of_environment({"MCP_ARGS": "x", "MCP_URL": ""}) is None


@pytest.mark.parametrize(
    ("env", "name"),
    [
        ({"MCP_COMMAND": "c", "MCP_ARGS": "[1]"}, "MCP_ARGS"),
        ({"MCP_COMMAND": "c", "MCP_ARGS": "["}, "MCP_ARGS"),
        ({"MCP_COMMAND": "c", "MCP_ENV": "[]"}, "MCP_ENV"),
        ({"MCP_URL": "u", "MCP_HEADERS": "{"}, "MCP_HEADERS"),
        ({"MCP_URL": "u", "MCP_HEADERS": '{"A": 1}'}, "MCP_HEADERS"),
    ],
)
def test_what_is_none(env: dict[str, str], name: str) -> None:
    with pytest.raises(CannotRead, match=f"^{name} must be "):
        server_of_environment(env)
