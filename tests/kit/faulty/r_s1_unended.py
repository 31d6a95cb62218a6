"""Ends its answer without a newline."""

from honest_runok import Validator


class Faulty(Validator):
    """Differs in this."""

    end = ""


Faulty().run()
