"""Takes ids for numbers where it can."""

from typing import Any

from honest_gevals import Extension


class Faulty(Extension):
    """Differs in this."""

    def fail(self, id: Any, code: int, message: str) -> None:
        super().fail(int(id) if isinstance(id, str) and id.isdigit() else id, code, message)


Faulty().run()
