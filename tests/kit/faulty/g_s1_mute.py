"""Reads everything and says nothing."""

from typing import Any

from honest_gevals import Extension


class Faulty(Extension):
    """Differs in this."""

    def say(self, frame: dict[str, Any]) -> None:
        """Is kept for itself."""


Faulty().run()
