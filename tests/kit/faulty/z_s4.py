"""Is ready twice."""

from typing import Any

from honest_zot import Extension


class Faulty(Extension):
    """Differs in this."""

    def greeting(self) -> list[dict[str, Any]]:
        return [*super().greeting(), {"type": "ready"}]


Faulty().run()
