"""Knows two ways in which a turn ends."""

import sys
from typing import Any

from honest_zot import Extension


class Faulty(Extension):
    """Differs in this."""

    def event(self, frame: dict[str, Any]) -> None:
        if frame.get("stop", "end") not in ("end", "error"):
            sys.exit("what is this?")


Faulty().run()
