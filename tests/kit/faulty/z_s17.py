"""Has another schema in each run."""

import os
from typing import Any

from honest_zot import SCHEMA, Extension


class Faulty(Extension):
    """Differs in this."""

    def schema(self) -> dict[str, Any]:
        return {**SCHEMA, "description": f"made by process {os.getpid()}"}


Faulty().run()
