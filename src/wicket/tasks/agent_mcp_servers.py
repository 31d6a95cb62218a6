"""Tells an agent of the eval's MCP servers, in the way in which it reads of them.

Most read a file like the one that evals have. Presets that read of servers in their settings alone get them there, as
programs that they start: every version of them can do that.
"""

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from wicket.tasks.task_model import McpWay

__all__ = ["HAVE_NO_SERVERS", "acp_servers", "config_file", "write_into_settings"]

# Agents that know no MCP servers.
HAVE_NO_SERVERS = frozenset({"zot"})

# What starting a program may take on a busy machine. Codex gives it ten seconds otherwise.
START_S = 60


def config_file(addresses: Mapping[str, str], way: McpWay) -> str:
    """Write the file that tells of servers, in the shape that agents share."""
    if way == "stdio":
        servers = {
            name: {"type": "stdio", "command": command, "args": args} for name, command, args in _bridges(addresses)
        }
        return json.dumps({"mcpServers": servers})
    return json.dumps({"mcpServers": {name: {"type": "http", "url": url} for name, url in addresses.items()}})


def acp_servers(addresses: Mapping[str, str], capabilities: Any) -> list[dict[str, Any]]:
    """Give the servers as `session/new` takes them: as addresses if the agent can, else as programs, as all can."""
    known = capabilities.get("mcpCapabilities") if isinstance(capabilities, Mapping) else None
    if isinstance(known, Mapping) and known.get("http") is True:
        return [{"type": "http", "name": name, "url": url, "headers": []} for name, url in addresses.items()]
    return [{"name": name, "command": command, "args": args, "env": []} for name, command, args in _bridges(addresses)]


def write_into_settings(agent: str, home: Path, addresses: Mapping[str, str]) -> None:
    """Put the servers into the settings in an agent's home, if that is where it reads of them."""
    if addresses and agent in _SETTINGS:
        name, write = _SETTINGS[agent]
        path = home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        old = path.read_text(encoding="utf-8") if path.exists() else ""
        path.write_text(write(old, _bridges(addresses)), encoding="utf-8")


def _bridges(addresses: Mapping[str, str]) -> list[tuple[str, str, list[str]]]:
    """Give the name, the program and the arguments of each. `-P`: the folder that it is started in holds no modules."""
    bridge = ["-P", "-m", "wicket.tasks.mcp_stdio_bridge"]
    return [(name, sys.executable, [*bridge, url]) for name, url in addresses.items()]


Bridges = Sequence[tuple[str, str, list[str]]]


def _codex(old: str, servers: Bridges) -> str:
    tables = [
        f"[mcp_servers.{json.dumps(name)}]\ncommand = {json.dumps(command)}\nargs = {json.dumps(args)}\n"
        f"startup_timeout_sec = {START_S}\n"
        for name, command, args in servers
    ]
    return "\n".join([*([old.rstrip("\n")] if old else []), *tables])


def _gemini(old: str, servers: Bridges) -> str:
    known = {name: {"command": command, "args": args, "trust": True} for name, command, args in servers}
    return json.dumps({**json.loads(old or "{}"), "mcpServers": known})


def _opencode(old: str, servers: Bridges) -> str:
    known = {name: {"type": "local", "command": [command, *args], "enabled": True} for name, command, args in servers}
    return json.dumps({**json.loads(old or "{}"), "mcp": known})


_SETTINGS: Mapping[str, tuple[str, Callable[[str, Bridges], str]]] = {
    "codex": (".codex/config.toml", _codex),
    "gemini": (".gemini/settings.json", _gemini),
    "opencode": (".config/opencode/opencode.json", _opencode),
}
