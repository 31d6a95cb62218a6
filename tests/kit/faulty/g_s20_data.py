"""Logs a list as data."""

from typing import Any

from honest_gevals import Extension


class Faulty(Extension):
    """Differs in this."""

    def manifest(self) -> dict[str, Any]:
        self.say({"jsonrpc": "2.0", "method": "log", "params": {"level": "info", "message": "hi", "data": [1]}})
        return super().manifest()


Faulty().run()
