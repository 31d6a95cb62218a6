"""Takes the end of the input for a mistake."""

import sys

from honest_zot import Extension


class Faulty(Extension):
    """Differs in this."""

    def at_end(self) -> None:
        sys.exit("the host is gone")


Faulty().run()
