"""Whatever ends a verb, the terminal is given back, and whoever waits sees the signal."""

import signal

import pytest

from bounds import BOUND_S
from machine import Machine
from served_gateway import at_terminal, serving
from wicket.cli.signal_cleanup import orderly


@pytest.mark.parametrize("verb", ["approve", "deny"])
def test_a_signal_ends_a_question_at_once_and_the_terminal_is_as_before(machine: Machine, verb: str) -> None:
    with serving(machine) as served:
        served.ask("true")
        [waiting] = served.pending()
        for number, code in ((signal.SIGTERM, -signal.SIGTERM), (signal.SIGHUP, -signal.SIGHUP), (signal.SIGINT, 130)):
            with at_terminal(machine, verb, waiting["id"]) as (process, terminal):
                before = terminal.modes()
                terminal.until("this?")
                process.send_signal(number)
                assert process.wait(BOUND_S) == code
                assert terminal.modes() == before
                assert "Traceback" not in terminal.finish()
        assert len(served.pending()) == 1


def test_what_was_ignored_stays_so_and_all_is_as_before() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with orderly():
            signal.raise_signal(signal.SIGHUP)
            with pytest.raises(KeyboardInterrupt):
                signal.raise_signal(signal.SIGINT)
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGHUP, before)
