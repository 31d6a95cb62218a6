"""Keeps its judgement to itself."""

from typing import Any

from honest_zot import Extension


class Faulty(Extension):
    """Differs in this."""

    def judge(self, frame: dict[str, Any]) -> dict[str, Any]:
        return {"type": "notify", "level": "info", "message": "seen"} if frame["event"] == "tool_call" else {}


Faulty().run()
