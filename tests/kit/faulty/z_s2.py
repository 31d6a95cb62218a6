"""Subscribes before it registers."""

from typing import Any

from honest_zot import Extension


class Faulty(Extension):
    """Differs in this."""

    def greeting(self) -> list[dict[str, Any]]:
        hello, command, tool, subscription, ready = super().greeting()
        return [hello, subscription, command, tool, ready]


Faulty().run()
