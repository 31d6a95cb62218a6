"""Does not say which argument is missing."""

from typing import Any

from honest_zot import Extension


class Faulty(Extension):
    """Differs in this."""

    def call(self, id: str, name: str, args: dict[str, Any]) -> dict[str, Any]:
        return self.result(id, "bad arguments", True)


Faulty().run()
