"""The MCP server that the environment names, as mcpchecker reads it there, for evals that name no file of servers."""

import json
from collections.abc import Mapping
from typing import Any

__all__ = ["CannotRead", "server_of_environment"]

# One of these says that there is a server.
_TELLING = ("MCP_COMMAND", "MCP_URL", "MCP_HOST", "MCP_PORT")


class CannotRead(ValueError):
    """A variable does not hold what it must. `str()` names it."""


def server_of_environment(env: Mapping[str, str]) -> tuple[str, Mapping[str, Any]] | None:
    """Give the variable that names a server, and the server as a file would write it; None: no variable does.

    Raises:
        CannotRead: one of its variables is none.
    """
    telling = next((name for name in _TELLING if env.get(name)), None)
    if telling is None:
        return None
    server: dict[str, Any]
    if telling == "MCP_COMMAND":
        server = {"command": env["MCP_COMMAND"], "args": _words(env), "env": _texts(env, "MCP_ENV")}
    else:
        server = {"url": env.get("MCP_URL") or _address(env), "headers": _texts(env, "MCP_HEADERS")}
    return telling, {"mcpServers": {env.get("MCP_SERVER_NAME") or "default": server}}


def _address(env: Mapping[str, str]) -> str:
    port = f":{env['MCP_PORT']}" if env.get("MCP_PORT") else ""
    return f"http://{env.get('MCP_HOST') or 'localhost'}{port}/{(env.get('MCP_PATH') or 'mcp').removeprefix('/')}"


def _words(env: Mapping[str, str]) -> list[str]:
    """Read MCP_ARGS: a list in JSON, or words with commas between them."""
    text = env.get("MCP_ARGS", "").strip()
    if not text.startswith("["):
        return [word.strip() for word in text.split(",")] if text else []
    words = _read(text, "MCP_ARGS", "a list of texts in JSON, or words with commas between them")
    if not all(isinstance(word, str) for word in words):
        raise CannotRead("MCP_ARGS must be a list of texts in JSON, or words with commas between them")
    return list(words)


def _texts(env: Mapping[str, str], name: str) -> dict[str, str]:
    wanted = "an object in JSON that maps names to texts"
    found = _read(env.get(name) or "{}", name, wanted)
    if not isinstance(found, dict) or not all(isinstance(value, str) for value in found.values()):
        raise CannotRead(f"{name} must be {wanted}")
    return found


def _read(text: str, name: str, wanted: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise CannotRead(f"{name} must be {wanted}") from None
