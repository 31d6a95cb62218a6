#!/usr/bin/env python3
"""Follows a session and refuses dangerous commands before they run.

It reads text, not shell: whoever wants to get past it will. It shows how a guard is made.
"""

import json
import re
import sys
from datetime import datetime
from typing import Any

DANGERS = {
    "rm -rf": r"\brm\s+-rf\b",
    "sudo": r"\bsudo\b",
    "dd of=/": r"\bdd\b.*\bof=/",
    "mkfs": r"\bmkfs\b",
    ":(){ :|:& };:": r":\(\)\s*\{\s*:\s*\|\s*:\s*&\s*\}\s*;\s*:",
    "chmod -R 777": r"\bchmod\s+-R\s+777\b",
}

WATCHED = ("session_start", "turn_start", "tool_call", "turn_end")


def say(**frame: object) -> None:
    print(json.dumps(frame), flush=True)


def audit(*words: object) -> None:
    """Write a line to the extension's log."""
    print(datetime.now().isoformat(timespec="seconds"), *words, file=sys.stderr, flush=True)


def danger(tool: str, args: Any) -> str | None:
    """Name the pattern that a call matches, if it is a command at all."""
    command = str(args.get("command", "")) if tool == "bash" and isinstance(args, dict) else ""
    return next((name for name, pattern in DANGERS.items() if re.search(pattern, command)), None)


say(type="hello", name="guard", version="1.0.0", capabilities=["events"])
say(type="subscribe", events=WATCHED, intercept=["tool_call"])
say(type="ready")

for line in sys.stdin:
    frame = json.loads(line)
    match frame["type"], frame.get("event"):
        case "event", "turn_start":
            audit("turn_start", frame["step"])
        case "event", "turn_end":
            audit("turn_end", frame["stop"])
        case "event", "tool_call":
            audit("tool_call", frame["tool_name"], json.dumps(frame["tool_args"]))
        case "event", event:
            audit(event)
        case "event_intercept", _:
            found = danger(frame["tool_name"], frame["tool_args"])
            if found is None:
                say(type="event_intercept_response", id=frame["id"])
            else:
                audit("refused", frame["tool_name"], json.dumps(frame["tool_args"]))
                reason = f'refused: matches danger pattern "{found}"'
                say(type="event_intercept_response", id=frame["id"], block=True, reason=reason)
        case "shutdown", _:
            say(type="shutdown_ack")
            break
        case _:
            pass
