"""Does not say which argument is missing."""

from typing import Any

from honest_gevals import Extension, Rejected


class Faulty(Extension):
    """Differs in this."""

    def greet(self, args: Any) -> dict[str, Any]:
        raise Rejected(-32602, "Invalid params")


Faulty().run()
