"""Writes lines as another system does."""

from honest_zot import Extension


class Faulty(Extension):
    """Differs in this."""

    end = b"\r\n"


Faulty().run()
