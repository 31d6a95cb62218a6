"""Takes its time between `hello` and the rest."""

import time
from typing import Any

from honest_zot import Extension


class Faulty(Extension):
    """Differs in this."""

    def say(self, frame: dict[str, Any]) -> None:
        super().say(frame)
        if frame["type"] == "hello":
            time.sleep(0.4)


Faulty().run()
