#!/usr/bin/env python3
"""A tool that the model can call. The weather is made up, the same for a city every time."""

import json
import sys
from typing import Any

SKIES = ("sun", "fog", "rain", "snow", "wind")

SCHEMA = {
    "type": "object",
    "properties": {"city": {"type": "string", "description": "where"}},
    "required": ["city"],
}


def say(**frame: object) -> None:
    print(json.dumps(frame), flush=True)


def weather(args: dict[str, Any]) -> tuple[str, bool]:
    """Give the weather, or what is wrong with the arguments; and whether something is."""
    city = args.get("city")
    if not isinstance(city, str) or not city.strip():
        return "city: a name is needed", True
    number = sum(city.encode())
    return f"{city}: {number % 35 - 5}°C, {SKIES[number % len(SKIES)]}", False


say(type="hello", name="weather", version="1.0.0", capabilities=["tools"])
say(type="register_tool", name="weather", description="Get the current weather for a city.", schema=SCHEMA)
say(type="ready")

for line in sys.stdin:
    call = json.loads(line)
    if call["type"] == "tool_call":
        text, is_error = weather(call["args"])
        say(type="tool_result", id=call["id"], content=[{"type": "text", "text": text}], is_error=is_error)
    elif call["type"] == "shutdown":
        say(type="shutdown_ack")
        break
