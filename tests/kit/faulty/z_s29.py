"""Sends a note with a level that nobody knows."""

from typing import Any

from honest_zot import Extension


class Faulty(Extension):
    """Differs in this."""

    def acknowledged(self, frame: dict[str, Any]) -> None:
        self.say({"type": "notify", "level": "fatal", "message": "here I am"})


Faulty().run()
