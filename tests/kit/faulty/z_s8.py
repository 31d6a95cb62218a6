"""Has a note that is longer than its host reads."""

from typing import Any

from honest_zot import Extension


class Faulty(Extension):
    """Differs in this."""

    def acknowledged(self, frame: dict[str, Any]) -> None:
        self.say({"type": "notify", "level": "info", "message": "x" * 4_200_000})


Faulty().run()
