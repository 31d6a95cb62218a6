"""Takes null for wrong arguments."""

from typing import Any

from honest_gevals import Extension, Rejected


class Faulty(Extension):
    """Differs in this."""

    def greet(self, args: Any) -> dict[str, Any]:
        if args is None:
            raise Rejected(-32600, "Invalid request: args must be an object")
        return super().greet(args)


Faulty().run()
