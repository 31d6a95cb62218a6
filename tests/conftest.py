"""What holds for every run: signals are heeded, however it was started, and a busy machine is no reason to fail."""

import signal
import sys

import pytest
from hypothesis import HealthCheck, settings

import case_batches

# How long an example takes says nothing of the property.
settings.register_profile("busy", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("busy")


def heed_signals() -> None:
    """Heed what a parent has us ignore, as `nohup` and `&` do: programs that tests signal would ignore it, too."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    for number in (signal.SIGHUP, signal.SIGQUIT, signal.SIGTERM):
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)


heed_signals()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--case", action="append", default=[], metavar="ID", help="of long tables, only this case (or `*`)"
    )


def pytest_configure(config: pytest.Config) -> None:
    case_batches.wanted[:] = config.getoption("case")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    processes = sys.modules.get("host.processes")
    if processes is not None:  # some tests of this process look for children that nobody waits for
        processes.begin_test()
