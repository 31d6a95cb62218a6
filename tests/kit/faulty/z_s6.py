"""Sends a number that is none."""

from typing import Any

from honest_zot import Extension


class Faulty(Extension):
    """Differs in this."""

    def result(self, id: str, text: str, is_error: bool) -> dict[str, Any]:
        return {**super().result(id, text, is_error), "took": float("nan")}


Faulty().run()
