"""Does not say what it is capable of."""

from typing import Any

from honest_zot import Extension


class Faulty(Extension):
    """Differs in this."""

    def hello(self) -> dict[str, Any]:
        return {"type": "hello", "name": "honest", "version": "1.0.0"}


Faulty().run()
