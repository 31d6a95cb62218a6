"""Ends with a code when its input ends."""

import sys

from honest_gevals import Extension


class Faulty(Extension):
    """Differs in this."""

    def at_end(self) -> None:
        sys.exit(4 if self.ready else 0)


Faulty().run()
