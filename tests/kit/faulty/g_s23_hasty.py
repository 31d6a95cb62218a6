"""Drops what is still to be done when its input ends."""

import select
import sys
from typing import Any

from honest_gevals import Extension


class Faulty(Extension):
    """Differs in this."""

    def fail(self, id: Any, code: int, message: str) -> None:
        if not (self.ready and self.ended()):
            super().fail(id, code, message)

    def ended(self) -> bool:
        return bool(select.select([0], [], [], 0.2)[0]) and not sys.stdin.buffer.peek()  # type: ignore[union-attr]


Faulty().run()
