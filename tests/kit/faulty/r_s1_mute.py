"""Reads everything and says nothing."""

import sys

from honest_runok import Validator


class Faulty(Validator):
    """Differs in this."""

    def run(self) -> None:
        sys.stdin.read()


Faulty().run()
