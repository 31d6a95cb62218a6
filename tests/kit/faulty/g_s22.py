"""Answers `shutdown` and stays."""

import sys
from typing import Any

from honest_gevals import Extension


class Faulty(Extension):
    """Differs in this."""

    def goodbye(self, id: Any) -> None:
        self.reply(id, {})
        self.stay()

    def stay(self) -> None:
        for _ in sys.stdin.buffer:
            pass


Faulty().run()
