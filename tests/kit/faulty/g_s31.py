"""Publishes what is no JSON Schema."""

from honest_gevals import NAMED, Extension


class Faulty(Extension):
    """Differs in this."""

    def __init__(self) -> None:
        self.schema = {**NAMED, "properties": {"name": {"type": "text"}}}


Faulty().run()
