#!/usr/bin/env python3
"""An operations extension: `write` puts a text into a file of the task, `holds` verifies that it is there.

It answers one message per line until it is told to shut down, or until its input ends.
"""

import json
import sys
from pathlib import Path
from typing import Any

MANIFEST = {
    "name": "files",
    "version": "1.0.0",
    "protocolVersion": "0.0.1",
    "description": "Files of a task",
    "operations": {
        "write": {
            "description": "Write a file",
            "params": {
                "type": "object",
                "properties": {"file": {"type": "string"}, "text": {"type": "string", "default": ""}},
                "required": ["file"],
                "additionalProperties": False,
            },
        },
        "holds": {
            "description": "Verify what a file holds",
            "params": {
                "type": "object",
                "properties": {"file": {"type": "string"}, "text": {"type": "string"}},
                "required": ["file", "text"],
                "additionalProperties": False,
            },
        },
    },
}


def say(**message: Any) -> None:
    print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)


def execute(operation: str, args: dict[str, Any], context: dict[str, Any]) -> dict[str, Any]:
    """Carry a step out."""
    path = Path(context["workdir"], args["file"])
    if operation == "write":
        say(method="log", params={"level": "info", "message": f"Writing {path}"})
        path.write_text(args.get("text", ""), encoding="utf-8")
        return {"success": True, "message": f"Wrote {args['file']}", "outputs": {"path": str(path)}}
    found = path.read_text(encoding="utf-8") if path.exists() else None
    if found == args["text"]:
        return {"success": True, "message": f"{args['file']} is as expected"}
    return {"success": False, "message": f"{args['file']} is not as expected", "error": f"it holds {found!r}"}


def answer(request: dict[str, Any]) -> None:
    """Answer one request."""
    params = request.get("params", {})
    if request["method"] == "initialize":
        say(id=request["id"], result=MANIFEST)
    elif request["method"] == "shutdown":
        say(id=request["id"], result={})
        sys.exit()
    elif request["method"] == "execute" and params["operation"] in ("write", "holds"):
        say(id=request["id"], result=execute(params["operation"], params.get("args") or {}, params["context"]))
    else:
        unknown = params.get("operation", request["method"])
        say(id=request["id"], error={"code": -32601, "message": f"Unknown operation: {unknown}"})


if __name__ == "__main__":
    for line in sys.stdin:
        answer(json.loads(line))
