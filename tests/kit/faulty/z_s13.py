"""Counts on every member of an event."""

from typing import Any

from honest_zot import Extension


class Faulty(Extension):
    """Differs in this."""

    def judge(self, frame: dict[str, Any]) -> dict[str, Any]:
        if frame["event"] == "tool_call" and frame["tool_args"].get("command"):
            return {"block": True, "reason": "no commands"}
        return {}


Faulty().run()
