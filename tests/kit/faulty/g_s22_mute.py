"""Leaves without an answer."""

import sys
from typing import Any

from honest_gevals import Extension


class Faulty(Extension):
    """Differs in this."""

    def goodbye(self, id: Any) -> None:
        sys.exit(0)


Faulty().run()
