"""Publishes what is no JSON Schema."""

from typing import Any

from honest_gevals import NAMED, Extension


class Faulty(Extension):
    """Differs in this."""

    schema: Any = dict(NAMED, properties={"name": {"type": "text"}})


Faulty().run()
