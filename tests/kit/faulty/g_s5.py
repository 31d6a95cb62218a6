"""Takes any protocol version."""

from typing import Any

from honest_gevals import Extension


class Faulty(Extension):
    """Differs in this."""

    def check_version(self, version: Any) -> None:
        """Is content."""


Faulty().run()
