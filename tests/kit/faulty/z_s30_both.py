"""Blocks and rewrites."""

from typing import Any

from honest_zot import Extension


class Faulty(Extension):
    """Differs in this."""

    def judge(self, frame: dict[str, Any]) -> dict[str, Any]:
        return {"block": True, "modified_args": {"x": 1}} if frame["event"] == "tool_call" else {}


Faulty().run()
