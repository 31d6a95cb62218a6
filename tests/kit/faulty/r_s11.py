"""Finds other words for a missing command."""

from honest_runok import Validator


class Faulty(Validator):
    """Differs in this."""

    missing = "what shall I look at?"


Faulty().run()
