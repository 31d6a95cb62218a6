"""Gives its manifest as text."""

import json
from typing import Any

from honest_gevals import Extension


class Faulty(Extension):
    """Differs in this."""

    def initialize(self, params: dict[str, Any]) -> Any:
        return json.dumps(super().initialize(params))


Faulty().run()
