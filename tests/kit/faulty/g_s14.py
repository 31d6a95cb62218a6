"""Answers an object without id."""

from typing import Any

from honest_gevals import Extension


class Faulty(Extension):
    """Differs in this."""

    def incomplete(self, id: Any) -> None:
        self.say({"jsonrpc": "2.0", "id": id, "error": {"code": -32600, "message": "Invalid request"}})


Faulty().run()
