"""Answers a request without id."""

from typing import Any

from honest_gevals import Extension


class Faulty(Extension):
    """Differs in this."""

    def fail(self, id: Any, code: int, message: str) -> None:
        if id is None:
            self.say({"jsonrpc": "2.0", "id": None, "error": {"code": code, "message": message}})
        super().fail(id, code, message)


Faulty().run()
