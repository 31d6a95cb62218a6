"""Answers a blank line."""

from honest_gevals import Extension


class Faulty(Extension):
    """Differs in this."""

    def __init__(self) -> None:
        self.blank = {"jsonrpc": "2.0", "id": 77, "error": {"code": -32600, "message": "Invalid request"}}


Faulty().run()
