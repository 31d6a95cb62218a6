"""Is silent about commands that it does not know."""

from typing import Any

from honest_zot import Extension


class Faulty(Extension):
    """Differs in this."""

    def command(self, id: str, name: str, args: str) -> dict[str, Any]:
        return {"type": "notify", "level": "warn", "message": "what?"}


Faulty().run()
