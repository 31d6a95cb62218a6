"""Speaks another version than it was asked for."""

from typing import Any

from honest_gevals import Extension


class Faulty(Extension):
    """Differs in this."""

    def manifest(self) -> dict[str, Any]:
        return {**super().manifest(), "protocolVersion": "0.0.2"}


Faulty().run()
