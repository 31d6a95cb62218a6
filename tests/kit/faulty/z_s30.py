"""Sends arguments that it did not change."""

from typing import Any

from honest_zot import Extension


class Faulty(Extension):
    """Differs in this."""

    def judge(self, frame: dict[str, Any]) -> dict[str, Any]:
        return {"modified_args": frame["tool_args"]} if "tool_args" in frame else {}


Faulty().run()
