"""What an agent asked for during a run: calls of MCP servers, and what the gate was asked and answered."""

import binascii
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

__all__ = ["CallRecord", "GateCall", "McpCall"]


@dataclass(frozen=True, slots=True, kw_only=True)
class McpCall:
    """One call of an MCP server. `name` is the tool's, the prompt's, or the resource's URI."""

    kind: Literal["tool", "resource", "prompt"]
    server: str
    name: str
    arguments: Mapping[str, Any] = field(default_factory=dict)
    result: Any = None
    error: str = ""
    started: str = ""
    duration_s: float = 0.0

    def to_json(self) -> dict[str, Any]:
        """Give it as mcpchecker writes a call."""
        return {
            "serverName": self.server,
            "uri" if self.kind == "resource" else "name": self.name,
            "timestamp": self.started,
            "durationSeconds": round(self.duration_s, 6),
            "success": not self.error,
            "error": self.error,
            "request": {"params": self._params()},
            "result": _readable(self.result),
        }

    def _params(self) -> dict[str, Any]:
        return {"uri": self.name} if self.kind == "resource" else {"name": self.name, "arguments": dict(self.arguments)}


@dataclass(frozen=True, slots=True, kw_only=True)
class GateCall:
    """One question to the gate: a command, or a file to be written. `decision` is what the policy says."""

    kind: Literal["command", "write", "read"]
    text: str
    decision: Literal["allow", "ask", "deny"]
    ran: bool
    reason: str = ""
    at: str = ""

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "text": self.text,
            "decision": self.decision,
            "ran": self.ran,
            "reason": self.reason,
            "timestamp": self.at,
        }


@dataclass(slots=True)
class CallRecord:
    """All calls of one run, in order. `servers` are those that the agent has spoken to at all."""

    calls: list[McpCall] = field(default_factory=list)
    gate: list[GateCall] = field(default_factory=list)
    servers: set[str] = field(default_factory=set)
    proxied: bool = False

    def of(self, kind: str) -> list[McpCall]:
        """Give the calls of one kind."""
        return [call for call in self.calls if call.kind == kind]

    def to_json(self) -> dict[str, Any]:
        """Give it as mcpchecker writes the call history."""
        return {
            "ToolCalls": [call.to_json() for call in self.of("tool")],
            "ResourceReads": [call.to_json() for call in self.of("resource")],
            "PromptGets": [call.to_json() for call in self.of("prompt")],
            "GateCalls": [call.to_json() for call in self.gate],
        }


def _readable(result: Any) -> Any:
    """Set aside what is no base64 where MCP has base64: mcpchecker would refuse the whole file for it."""
    if not isinstance(result, Mapping):
        return result
    shown = dict(result)
    for key in ("content", "contents", "messages"):
        if isinstance(items := shown.get(key), list):
            shown[key] = [_readable_item(item) for item in items]
    return shown


def _readable_item(item: Any) -> Any:
    if not isinstance(item, Mapping):
        return item
    shown = dict(item)
    for key in ("content", "resource"):  # of a message, and of what is embedded
        if key in shown:
            shown[key] = _readable_item(shown[key])
    for key in ("data", "blob"):
        if isinstance(text := shown.get(key), str) and not _is_base64(text):
            shown |= {key: "", "notBase64": text}
    return shown


def _is_base64(text: str) -> bool:
    try:
        binascii.a2b_base64(text.replace("\r", "").replace("\n", ""), strict_mode=True)
    except ValueError:
        return False
    return True
