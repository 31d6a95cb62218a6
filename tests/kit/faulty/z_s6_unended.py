"""Ends its last line without a LF."""

from honest_zot import Extension


class Faulty(Extension):
    """Differs in this."""

    def goodbye(self) -> None:
        self.end = b""
        super().goodbye()


Faulty().run()
