"""Does not let itself be ended."""

import signal

from honest_gevals import Extension


class Faulty(Extension):
    """Differs in this."""

    def configure(self) -> None:
        super().configure()
        signal.signal(signal.SIGTERM, signal.SIG_IGN)


Faulty().run()
