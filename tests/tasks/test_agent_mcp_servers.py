"""Each agent is told of MCP servers where it reads of them."""

import json
import sys
import tomllib
from pathlib import Path

import pytest

from tasks.evals import Lab
from tasks.mcp_programs import write_server
from wicket.tasks.agent_mcp_servers import acp_servers, config_file, write_into_settings
from wicket.tasks.eval_loader import CannotLoad

ADDRESSES = {"my notes": "http://127.0.0.1:1/x"}
ARGS = ["-P", "-m", "wicket.tasks.mcp_stdio_bridge", "http://127.0.0.1:1/x"]


def test_the_file_names_addresses_or_programs() -> None:
    told = {"type": "http", "url": "http://127.0.0.1:1/x"}
    assert json.loads(config_file(ADDRESSES, "http")) == {"mcpServers": {"my notes": told}}
    program = {"type": "stdio", "command": sys.executable, "args": ARGS}
    assert json.loads(config_file(ADDRESSES, "stdio")) == {"mcpServers": {"my notes": program}}


def test_an_acp_agent_gets_addresses_if_it_says_that_it_takes_them() -> None:
    told = {"type": "http", "name": "my notes", "url": "http://127.0.0.1:1/x", "headers": []}
    assert acp_servers(ADDRESSES, {"mcpCapabilities": {"http": True}}) == [told]
    program = {"name": "my notes", "command": sys.executable, "args": ARGS, "env": []}
    for capabilities in ({"mcpCapabilities": {"http": False}}, {}, None, "x"):
        assert acp_servers(ADDRESSES, capabilities) == [program]


def test_codex_keeps_what_its_settings_say(tmp_path: Path) -> None:
    (tmp_path / ".codex").mkdir()
    (tmp_path / ".codex" / "config.toml").write_text('model = "m"\n[hooks.state]\n"a" = 1')
    write_into_settings("codex", tmp_path, ADDRESSES)
    told = {"command": sys.executable, "args": ARGS, "startup_timeout_sec": 60}
    assert tomllib.loads((tmp_path / ".codex" / "config.toml").read_text()) == {
        "model": "m",
        "hooks": {"state": {"a": 1}},
        "mcp_servers": {"my notes": told},
    }


@pytest.mark.parametrize(
    ("agent", "file", "key", "told"),
    [
        ("gemini", ".gemini/settings.json", "mcpServers", {"command": sys.executable, "args": ARGS, "trust": True}),
        (
            "opencode",
            ".config/opencode/opencode.json",
            "mcp",
            {"type": "local", "command": [sys.executable, *ARGS], "enabled": True},
        ),
    ],
)
@pytest.mark.parametrize("before", [{}, {"hooks": {"x": 1}}])
def test_settings_in_json_keep_what_they_say(
    tmp_path: Path, agent: str, file: str, key: str, told: dict[str, object], before: dict[str, object]
) -> None:
    path = tmp_path / file
    if before:
        path.parent.mkdir(parents=True)
        path.write_text(json.dumps(before))
    write_into_settings(agent, tmp_path, ADDRESSES)
    assert json.loads(path.read_text()) == {**before, key: {"my notes": told}}


def test_without_servers_nothing_is_written(tmp_path: Path) -> None:
    write_into_settings("gemini", tmp_path, {})
    write_into_settings("claude-code", tmp_path, ADDRESSES)  # it has a file of its own
    assert list(tmp_path.iterdir()) == []


async def test_an_agent_without_servers_is_refused(lab: Lab) -> None:
    command, *args = write_server(lab.folder)
    (lab.folder / "mcp.json").write_text(json.dumps({"mcpServers": {"notes": {"command": command, "args": args}}}))
    lab.config |= {"mcpConfigFile": "mcp.json", "agent": {"type": "builtin.zot"}}
    lab.task()
    with pytest.raises(CannotLoad, match="zot knows no MCP servers; remove `mcpConfigFile`, or choose another agent"):
        await lab.run()
