"""Calls a request without its members a parse error."""

from honest_runok import Validator


class Faulty(Validator):
    """Differs in this."""

    lacking = -32700


Faulty().run()
