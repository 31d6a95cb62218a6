#!/usr/bin/env python3
"""Chooses what to register by what it is told of the host: a shortcut that only large models deserve."""

import json
import sys


def say(**frame: object) -> None:
    print(json.dumps(frame), flush=True)


say(type="hello", name="model-shortcut", version="1.0.0", capabilities=["commands"])

for line in sys.stdin:
    frame = json.loads(line)
    if frame["type"] == "hello_ack":
        # Not before: without the acknowledgement nobody knows the model.
        if "opus" in frame["model"]:
            say(type="register_command", name="ponder", description=f"let {frame['model']} think at length")
        say(type="ready")
    elif frame["type"] == "command_invoked":
        prompt = f"Think about this at length, then answer briefly: {frame['args']}"
        say(type="command_response", id=frame["id"], action="prompt", prompt=prompt)
    elif frame["type"] == "shutdown":
        say(type="shutdown_ack")
        break
