"""Says nothing of a malformed line."""

from honest_gevals import Extension


class Faulty(Extension):
    """Differs in this."""

    def malformed(self) -> None:
        """Is skipped."""


Faulty().run()
