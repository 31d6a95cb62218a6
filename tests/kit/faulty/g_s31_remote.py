"""Leaves its schema elsewhere."""

from honest_gevals import NAMED, Extension


class Faulty(Extension):
    """Differs in this."""

    def __init__(self) -> None:
        self.schema = {**NAMED, "properties": {"name": {"$ref": "https://example.com/name.json"}}}


Faulty().run()
