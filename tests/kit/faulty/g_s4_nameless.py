"""Has no version."""

from typing import Any

from honest_gevals import Extension


class Faulty(Extension):
    """Differs in this."""

    def manifest(self) -> dict[str, Any]:
        return {name: value for name, value in super().manifest().items() if name != "version"}


Faulty().run()
