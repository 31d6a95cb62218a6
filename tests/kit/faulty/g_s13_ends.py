"""Ends at a blank line."""

import sys
from typing import Any

from honest_gevals import Extension


class Faulty(Extension):
    """Differs in this."""

    def say(self, frame: dict[str, Any]) -> None:
        if frame is self.blank:
            sys.exit(0)
        super().say(frame)

    def __init__(self) -> None:
        self.blank = {"last": True}


Faulty().run()
