"""Signals are as a terminal gives them, however the run was started: `nohup` and `&` have children ignore some."""

import signal


def heed_signals() -> None:
    """Heed what a parent has had us ignore: programs that tests start and signal would ignore it, too."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    for number in (signal.SIGHUP, signal.SIGQUIT, signal.SIGTERM):
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)


heed_signals()
