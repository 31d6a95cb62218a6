"""Logs with a level that nobody knows."""

from typing import Any

from honest_gevals import Extension


class Faulty(Extension):
    """Differs in this."""

    def manifest(self) -> dict[str, Any]:
        self.say({"jsonrpc": "2.0", "method": "log", "params": {"level": "warning", "message": "here I am"}})
        return super().manifest()


Faulty().run()
