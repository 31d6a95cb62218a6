"""Rewrites arguments to text."""

from typing import Any

from honest_zot import Extension


class Faulty(Extension):
    """Differs in this."""

    def judge(self, frame: dict[str, Any]) -> dict[str, Any]:
        return {"modified_args": "other"} if frame["event"] == "tool_call" else {}


Faulty().run()
