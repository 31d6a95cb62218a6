"""Ends with a code that says nothing: the answer is there."""

from honest_runok import Validator


class Faulty(Validator):
    """Differs in this."""

    exit_code = 3


Faulty().run()
