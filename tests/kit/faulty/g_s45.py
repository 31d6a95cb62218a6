"""Is glad to be initialized again."""

from honest_gevals import Extension


class Faulty(Extension):
    """Differs in this."""

    def initialized_again(self) -> None:
        """Does no harm."""


Faulty().run()
