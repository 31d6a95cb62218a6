"""Dies of a malformed line."""

import sys

from honest_zot import Extension


class Faulty(Extension):
    """Differs in this."""

    def malformed(self) -> None:
        sys.exit("what is this?")


Faulty().run()
