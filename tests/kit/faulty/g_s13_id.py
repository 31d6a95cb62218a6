"""Answers a malformed line with an id of its own."""

from honest_gevals import Extension


class Faulty(Extension):
    """Differs in this."""

    def malformed(self) -> None:
        self.say({"jsonrpc": "2.0", "id": 0, "error": {"code": -32700, "message": "Parse error"}})


Faulty().run()
