"""Has a status of its own."""

from typing import Any

from honest_runok import Validator


class Faulty(Validator):
    """Differs in this."""

    def judge(self, id: Any, params: dict[str, Any]) -> dict[str, Any]:
        return {"jsonrpc": "2.0", "id": id, "result": {"status": "maybe"}}


Faulty().run()
