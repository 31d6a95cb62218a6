"""Answers and stays."""

import threading

from honest_runok import Validator


class Faulty(Validator):
    """Differs in this."""

    def run(self) -> None:
        try:
            super().run()
        finally:
            threading.Event().wait(60)


Faulty().run()
