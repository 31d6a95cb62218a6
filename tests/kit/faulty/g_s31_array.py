"""Takes its arguments as a list."""

from honest_gevals import Extension


class Faulty(Extension):
    """Differs in this."""

    def __init__(self) -> None:
        self.schema = {"type": "array", "required": ["name"]}


Faulty().run()
