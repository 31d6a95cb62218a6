"""Insists on a phase."""

from honest_gevals import Extension, Rejected


class Faulty(Extension):
    """Differs in this."""

    def check_phase(self, phase: str) -> None:
        if not phase:
            raise Rejected(-32602, "Invalid params: context.phase is missing")
        super().check_phase(phase)


Faulty().run()
