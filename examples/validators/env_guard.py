#!/usr/bin/env python3
"""A validator: curl may not POST while AWS_PROFILE names production."""

import json
import sys
from typing import Any


def judge(command: str, flags: dict[str, str], env: dict[str, str]) -> dict[str, str]:
    """Say what to think of a command."""
    posts = "POST" in (flags.get("X"), flags.get("request"))
    if command == "curl" and posts and env.get("AWS_PROFILE") == "prod":
        return {
            "status": "deny",
            "message": "POST requests are blocked in production",
            "fix_suggestion": "Use a staging environment instead",
        }
    return {"status": "allow"}


if __name__ == "__main__":
    question: dict[str, Any] = json.load(sys.stdin)
    about = question["params"]
    result = judge(about["command"], about.get("flags", {}), about.get("env", {}))
    print(json.dumps({"jsonrpc": "2.0", "id": question["id"], "result": result}))
