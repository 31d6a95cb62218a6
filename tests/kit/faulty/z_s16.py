"""Does without arguments."""

from typing import Any

from honest_zot import Extension


class Faulty(Extension):
    """Differs in this."""

    def call(self, id: str, name: str, args: dict[str, Any]) -> dict[str, Any]:
        return super().call(id, name, {"text": "", **args})


Faulty().run()
