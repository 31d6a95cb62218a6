"""Counts on every member of the acknowledgement."""

from typing import Any

from honest_zot import Extension


class Faulty(Extension):
    """Differs in this."""

    def acknowledged(self, frame: dict[str, Any]) -> None:
        self.provider = frame["provider"]


Faulty().run()
