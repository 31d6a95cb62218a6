"""Gives its operations as a list."""

from typing import Any

from honest_gevals import Extension


class Faulty(Extension):
    """Differs in this."""

    def manifest(self) -> dict[str, Any]:
        return {**super().manifest(), "operations": ["greet"]}


Faulty().run()
