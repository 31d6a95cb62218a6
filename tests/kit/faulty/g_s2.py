"""Prints a remark into the conversation."""

from typing import Any

from honest_gevals import Extension


class Faulty(Extension):
    """Differs in this."""

    def greeted(self) -> None:
        print("ready to serve", flush=True)  # noqa: T201

    def manifest(self) -> dict[str, Any]:
        self.greeted()
        return super().manifest()


Faulty().run()
