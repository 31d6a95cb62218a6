"""Dies of an event without its members."""

from typing import Any

from honest_zot import Extension


class Faulty(Extension):
    """Differs in this."""

    def event(self, frame: dict[str, Any]) -> None:
        self.last = frame["stop"]


Faulty().run()
