"""Keeps its words until the end of the input."""

from typing import Any

from honest_gevals import Extension


class Faulty(Extension):
    """Differs in this."""

    def __init__(self) -> None:
        self.kept: list[dict[str, Any]] = []

    def say(self, frame: dict[str, Any]) -> None:
        self.kept.append(frame)

    def at_end(self) -> None:
        for frame in self.kept:
            super().say(frame)


Faulty().run()
