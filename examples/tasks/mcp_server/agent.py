#!/usr/bin/env python3
"""An agent that calls one tool through the proxy, in nothing but the standard library, and prints what it says."""

import json
import os
import urllib.request
from typing import Any

with open(os.environ["WICKET_MCP_CONFIG"], encoding="utf-8") as file:
    URL = json.load(file)["mcpServers"]["counter"]["url"]

headers = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}


def post(message: dict[str, Any]) -> dict[str, Any]:
    """Send a message, and give what comes back."""
    request = urllib.request.Request(URL, json.dumps({"jsonrpc": "2.0", **message}).encode(), headers)
    with urllib.request.urlopen(request) as response:
        headers.setdefault("Mcp-Session-Id", response.headers.get("Mcp-Session-Id", ""))
        body = response.read()
    found: dict[str, Any] = json.loads(body) if body else {}
    return found


hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "agent", "version": "1"}}
post({"id": 1, "method": "initialize", "params": hello})
post({"method": "notifications/initialized"})
called = post({"id": 2, "method": "tools/call", "params": {"name": "add", "arguments": {"a": 2, "b": 3}}})
print(called["result"]["content"][0]["text"], end="")
