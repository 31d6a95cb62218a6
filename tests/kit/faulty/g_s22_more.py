"""Has something to say after its goodbye."""

import sys
from typing import Any

from honest_gevals import Extension


class Faulty(Extension):
    """Differs in this."""

    def goodbye(self, id: Any) -> None:
        self.reply(id, {})
        self.say({"jsonrpc": "2.0", "method": "log", "params": {"level": "info", "message": "bye"}})
        sys.exit(0)


Faulty().run()
