"""Is glad to run any tool."""

from typing import Any

from honest_zot import Extension


class Faulty(Extension):
    """Differs in this."""

    def call(self, id: str, name: str, args: dict[str, Any]) -> dict[str, Any]:
        return self.result(id, "done", False) if name != "echo" else super().call(id, name, args)


Faulty().run()
