"""Subscribes to nothing."""

from typing import Any

from honest_zot import Extension


class Faulty(Extension):
    """Differs in this."""

    def greeting(self) -> list[dict[str, Any]]:
        hello, command, tool, _, ready = super().greeting()
        return [hello, command, tool, {"type": "subscribe", "events": []}, ready]


Faulty().run()
