"""Answers twice."""

from honest_runok import Validator


class Faulty(Validator):
    """Differs in this."""

    end = "\n{}\n"


Faulty().run()
