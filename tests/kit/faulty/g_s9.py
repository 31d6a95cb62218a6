"""Calls an unknown method an internal error."""

from honest_gevals import Extension


class Faulty(Extension):
    """Differs in this."""

    unknown_method = -32603


Faulty().run()
