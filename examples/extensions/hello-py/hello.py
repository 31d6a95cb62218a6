#!/usr/bin/env python3
"""The smallest extension: one command, and nothing but the standard library."""

import json
import sys


def say(**frame: object) -> None:
    print(json.dumps(frame), flush=True)


say(type="hello", name="hello-py", version="1.0.0", capabilities=["commands"])
say(type="register_command", name="hellopy", description="say hi (python)")

for line in sys.stdin:
    heard = json.loads(line)
    if heard["type"] == "command_invoked":
        greeting = "Greet me very briefly. Add one emoji."
        say(type="command_response", id=heard["id"], action="prompt", prompt=greeting)
    elif heard["type"] == "shutdown":
        say(type="shutdown_ack")
        break
