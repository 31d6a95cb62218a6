#!/usr/bin/env python3
"""A scripted ACP agent: it writes a file, runs a command, and tries one that is denied."""

import itertools
import json
import sys
from typing import Any

ids = itertools.count(1)


def say(**message: Any) -> None:
    print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)


def hear() -> dict[str, Any]:
    line = sys.stdin.readline()
    if not line:
        sys.exit()
    message: dict[str, Any] = json.loads(line)
    return message


def ask(method: str, **params: Any) -> dict[str, Any]:
    """Ask the client, and wait for its answer."""
    number = next(ids)
    say(id=number, method=method, params={"sessionId": "one", **params})
    while (answer := hear()).get("id") != number or "method" in answer:
        pass
    return answer


def work(prompt: str) -> str:
    """Do the task, and say what came of it."""
    ask("fs/write_text_file", path="notes.txt", content=f"a note on: {prompt}\n")
    terminal = ask("terminal/create", command="echo", args=["hello"])["result"]
    ask("terminal/wait_for_exit", **terminal)
    said = ask("terminal/output", **terminal)["result"]["output"].strip()
    refused = "error" in ask("terminal/create", command="rm", args=["-rf", "x"])
    return f"I wrote notes.txt and said {said}; removing was {'denied' if refused else 'allowed'}."


def main() -> None:
    """Answer until the client leaves."""
    while True:
        request = hear()
        match request.get("method"):
            case "initialize":
                say(id=request["id"], result={"protocolVersion": 1, "agentCapabilities": {}})
            case "session/new":
                say(id=request["id"], result={"sessionId": "one"})
            case "session/prompt":
                text = work(request["params"]["prompt"][0]["text"])
                update = {"sessionUpdate": "agent_message_chunk", "content": {"type": "text", "text": text}}
                say(method="session/update", params={"sessionId": "one", "update": update})
                say(id=request["id"], result={"stopReason": "end_turn"})
            case _:
                pass  # notifications need no answer


if __name__ == "__main__":
    main()
