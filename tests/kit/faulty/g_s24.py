"""Takes no notice of its configuration."""

from honest_gevals import Extension


class Faulty(Extension):
    """Differs in this."""

    def configure(self) -> None:
        """Is left to others."""


Faulty().run()
