"""Says nothing of calls that lack an argument."""

from typing import Any

from honest_zot import Extension


class Faulty(Extension):
    """Differs in this."""

    def call(self, id: str, name: str, args: dict[str, Any]) -> dict[str, Any]:
        if name == "echo":
            return {"type": "notify", "level": "warn", "message": "what shall I say?"}
        return super().call(id, name, args)


Faulty().run()
