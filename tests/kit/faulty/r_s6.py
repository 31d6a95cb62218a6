"""Cannot do without flags."""

from typing import Any

from honest_runok import Validator


class Faulty(Validator):
    """Differs in this."""

    def judge(self, id: Any, params: dict[str, Any]) -> dict[str, Any]:
        if "flags" not in params:
            return self.failure(id, -32602, "Invalid params: no flags")
        return super().judge(id, params)


Faulty().run()
