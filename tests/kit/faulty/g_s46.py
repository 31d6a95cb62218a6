"""Knows a phase more than the protocol."""

from honest_gevals import Extension


class Faulty(Extension):
    """Differs in this."""

    def check_phase(self, phase: str) -> None:
        """Is content."""


Faulty().run()
