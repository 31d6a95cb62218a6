"""Skips lines that are too long for it."""

from honest_gevals import Extension


class Faulty(Extension):
    """Differs in this."""

    def take(self, line: bytes) -> None:
        if len(line) < 1_000_000:
            super().take(line)


Faulty().run()
