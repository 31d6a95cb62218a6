"""Says goodbye with null."""

import sys
from typing import Any

from honest_gevals import Extension


class Faulty(Extension):
    """Differs in this."""

    def goodbye(self, id: Any) -> None:
        self.reply(id, None)
        sys.exit(0)


Faulty().run()
