"""Is ended by Ctrl-C at the host's terminal."""

import signal

from honest_zot import Extension


class Faulty(Extension):
    """Differs in this."""

    def set_signals(self) -> None:
        super().set_signals()
        signal.signal(signal.SIGINT, signal.SIG_DFL)


Faulty().run()
