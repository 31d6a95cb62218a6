"""Repeats whatever it does not know, however long that is."""

from typing import Any

from honest_gevals import Extension


class Faulty(Extension):
    """Differs in this."""

    def fail(self, id: Any, code: int, message: str) -> None:
        if id is not None:
            self.say({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message}})


Faulty().run()
