"""Answers the first request after the second."""

import os
import sys
from typing import Any

from honest_gevals import Extension


class Faulty(Extension):
    """Differs in this."""

    held: tuple[Any, int, str] | None = None

    def fail(self, id: Any, code: int, message: str) -> None:
        if id == 2 and self.busy():
            self.held = (id, code, message)
            return
        super().fail(id, code, message)
        if self.held is not None:
            held, self.held = self.held, None
            super().fail(*held)

    def busy(self) -> bool:
        os.set_blocking(0, False)
        try:
            return b'"id": 3' in sys.stdin.buffer.peek()  # type: ignore[union-attr]
        finally:
            os.set_blocking(0, True)


Faulty().run()
