"""Has an empty description in its manifest."""

from typing import Any

from honest_gevals import Extension


class Faulty(Extension):
    """Differs in this."""

    def manifest(self) -> dict[str, Any]:
        return {**super().manifest(), "description": ""}


Faulty().run()
