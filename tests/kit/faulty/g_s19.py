"""Sends a null beside its errors."""

from typing import Any

from honest_gevals import Extension


class Faulty(Extension):
    """Differs in this."""

    def fail(self, id: Any, code: int, message: str) -> None:
        if id is not None:
            error = {"code": code, "message": message[:1000]}
            self.say({"jsonrpc": "2.0", "id": id, "result": None, "error": error})


Faulty().run()
