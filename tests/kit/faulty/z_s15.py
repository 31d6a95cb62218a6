"""Reads the text of a line without its escapes."""

from honest_zot import Extension


class Faulty(Extension):
    """Differs in this."""

    def take(self, line: bytes) -> None:
        super().take(line.replace(b"\\u", b"u"))


Faulty().run()
