"""Takes its arguments as a list."""

from typing import Any

from honest_zot import SCHEMA, Extension


class Faulty(Extension):
    """Differs in this."""

    def schema(self) -> dict[str, Any]:
        return {**SCHEMA, "type": "array"}


Faulty().run()
