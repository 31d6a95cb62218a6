"""Takes every id for a text."""

from typing import Any

from honest_runok import Validator


class Faulty(Validator):
    """Differs in this."""

    def id_of(self, request: dict[str, Any]) -> Any:
        return str(request.get("id"))


Faulty().run()
