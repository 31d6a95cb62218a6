"""Makes a noise when it is told to end."""

import signal

from honest_runok import Validator


class Faulty(Validator):
    """Differs in this."""

    def begin(self) -> None:
        signal.signal(signal.SIGTERM, signal.default_int_handler)


Faulty().run()
