"""Prints a remark where the answer belongs."""

from honest_runok import Validator


class Faulty(Validator):
    """Differs in this."""

    def begin(self) -> None:
        print("checking the command", flush=True)  # noqa: T201


Faulty().run()
