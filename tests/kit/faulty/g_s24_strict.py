"""Insists on being initialized."""

from typing import Any

from honest_gevals import Extension, Rejected


class Faulty(Extension):
    """Differs in this."""

    def check_step(self, params: Any) -> None:
        if not self.ready:
            raise Rejected(-32600, "Invalid request: initialize first")
        super().check_step(params)


Faulty().run()
