#!/usr/bin/env python3
"""A command for each action: what a person types decides nothing but which one is shown."""

import json
import sys
from typing import Any

COMMANDS = {
    "ask": "prompt: submit a message for the agent",
    "type": "insert: put text into the editor",
    "show": "display: show text, without the model",
    "work": "noop: do something and only notify",
    "board": "open_panel: a panel that counts keys",
    "fail": "an error in place of any action",
}


def say(**frame: object) -> None:
    print(json.dumps(frame), flush=True)


def answer(command: str, args: str) -> dict[str, Any]:
    match command:
        case "ask":
            return {"action": "prompt", "prompt": f"Explain in one sentence: {args or 'what a wicket is'}"}
        case "type":
            return {"action": "insert", "insert": args.upper()}
        case "show":
            return {"action": "display", "display": f"You said {args!r}."}
        case "work":
            say(type="notify", level="success", message="worked in the background")
            return {"action": "noop"}
        case "board":
            return {"action": "open_panel", "open_panel": {"id": "board", "title": "Board", "lines": board([])}}
        case _:
            return {"action": "display", "display": "never shown", "error": "this command always fails"}


def board(keys: list[str]) -> list[str]:
    return [f"{len(keys)} keys", *keys[-5:]]


say(type="hello", name="actions", version="1.0.0", capabilities=["commands", "panels"])
for name, description in COMMANDS.items():
    say(type="register_command", name=name, description=description)
say(type="ready")

pressed: list[str] = []
for line in sys.stdin:
    frame = json.loads(line)
    if frame["type"] == "command_invoked":
        say(type="command_response", id=frame["id"], **answer(frame["name"], frame["args"]))
    elif frame["type"] == "panel_key":
        pressed.append(frame["text"] or frame["key"])
        say(type="panel_render", panel_id=frame["panel_id"], lines=board(pressed))
    elif frame["type"] == "panel_close":
        pressed.clear()
    elif frame["type"] == "shutdown":
        say(type="shutdown_ack")
        break
