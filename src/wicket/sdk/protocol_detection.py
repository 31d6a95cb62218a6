"""Finds out which protocol the host speaks, by its first line.

Three of the hosts speak first and are known by their first line. zot waits for the extension to speak, so it has to be
announced: with `--wire zot`, with `run(wire="zot")` or with `WICKET_WIRE=zot`.
"""

from __future__ import annotations

from wicket.sdk import jsonrpc, protected_stdio

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.sdk.extension import Extension
    from wicket.sdk.protected_stdio import Wire

__all__ = ["WIRES", "recognise"]

WIRES = ("runok", "gevals", "zot", "mcp")


def recognise(extension: Extension, ends: Wire) -> tuple[str, bytes | None]:
    """Tell by the first line who speaks; give it along, for it is part of the conversation."""
    line = ends.lines.next()
    while isinstance(line, bytes) and not line.strip():
        line = ends.lines.next()
    if line is None:
        return "", None
    if isinstance(line, protected_stdio.Overlong):
        return "gevals", None
    heard = jsonrpc.read(line)
    if isinstance(heard, jsonrpc.Call):
        return _by_method(extension, heard), line
    only_validates = extension.validators and not (extension.operations or extension.tools)
    unfinished = isinstance(heard, jsonrpc.Unreadable) and heard.message.endswith("Input data was truncated")
    if only_validates or (extension.validators and unfinished):
        return "runok", line + b"\n"  # a question may be spread over several lines
    return "gevals", line


def _by_method(extension: Extension, call: jsonrpc.Call) -> str:
    if call.method == "validateCommand":
        return "runok"
    params = call.params if isinstance(call.params, dict) else {}
    if call.method == "initialize" and ("clientInfo" in params or "capabilities" in params):
        return "mcp"
    if call.method in ("ping", "tools/list", "tools/call", "notifications/initialized"):
        return "mcp"
    if extension.validators and not (extension.operations or extension.tools):
        return "runok"
    return "gevals"
