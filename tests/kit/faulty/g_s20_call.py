"""Calls its host."""

from typing import Any

from honest_gevals import Extension


class Faulty(Extension):
    """Differs in this."""

    def manifest(self) -> dict[str, Any]:
        self.say({"jsonrpc": "2.0", "id": 1000, "method": "sample", "params": {}})
        return super().manifest()


Faulty().run()
