"""Greets after it has registered."""

from typing import Any

from honest_zot import Extension


class Faulty(Extension):
    """Differs in this."""

    def greeting(self) -> list[dict[str, Any]]:
        hello, command, *others = super().greeting()
        return [command, hello, *others]


Faulty().run()
