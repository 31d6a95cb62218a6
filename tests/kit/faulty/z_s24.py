"""Leaves without a word."""

import sys

from honest_zot import Extension


class Faulty(Extension):
    """Differs in this."""

    def goodbye(self) -> None:
        sys.exit(0)


Faulty().run()
