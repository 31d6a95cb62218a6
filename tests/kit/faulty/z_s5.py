"""Prints a remark onto the wire."""

from typing import Any

from honest_zot import Extension


class Faulty(Extension):
    """Differs in this."""

    def acknowledged(self, frame: dict[str, Any]) -> None:
        print("connected", flush=True)  # noqa: T201


Faulty().run()
