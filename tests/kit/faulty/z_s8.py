"""Describes its tool at great length."""

from typing import Any

from honest_zot import SCHEMA, Extension


class Faulty(Extension):
    """Differs in this."""

    def schema(self) -> dict[str, Any]:
        return {**SCHEMA, "description": "long " * 1_000_000}


Faulty().run()
