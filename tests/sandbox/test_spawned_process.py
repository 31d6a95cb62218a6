"""A spawned process has what it is given, and nothing else of ours."""

import os
import signal

import pytest

from wicket.sandbox.prepared_command import signals_kept_away
from wicket.sandbox.spawned_process import spawn


def told(shell: str, kept: list[int] | None = None) -> str:
    """Start a shell, and give what it writes."""
    reading, out = os.pipe()
    process = spawn(["/bin/sh", "-c", f"exec >/proc/self/fd/{out}; {shell}"], [out, *(kept or [])])
    os.close(out)
    with os.fdopen(reading, encoding="utf-8") as file:
        said = file.read()
    assert process.wait() == 0
    return said


@pytest.fixture
def leaking() -> int:
    """A descriptor that every child would inherit."""
    descriptor = os.open(os.devnull, os.O_RDONLY)
    os.set_inheritable(descriptor, True)
    return descriptor


def test_it_has_the_descriptors_that_it_is_given(leaking: int) -> None:
    given = os.open(os.devnull, os.O_RDONLY)
    looked_for = f"for one in {leaking} {given}; do test -e /proc/self/fd/$one && echo $one; done; true"
    assert told(looked_for, [given]) == f"{given}\n"
    assert not os.get_inheritable(given)
    os.close(leaking)


def test_it_has_no_variable_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OURS", "1")
    assert "OURS" not in told("env")


def test_its_signals_are_as_programs_expect_them() -> None:
    assert signal.getsignal(signal.SIGPIPE) is signal.SIG_IGN
    lines = dict(line.split(":\t") for line in told("grep ^Sig /proc/self/status").splitlines())
    assert not int(lines["SigIgn"], 16) & (1 << signal.SIGPIPE - 1 | 1 << signal.SIGXFSZ - 1)
    assert int(lines["SigBlk"], 16) == 0


def test_what_is_kept_away_stays_so() -> None:
    with signals_kept_away():
        process = spawn(["/bin/sh", "-c", "kill -TERM $$; exit 7"], [])
    assert process.wait() == 7


def test_its_end_is_told_more_than_once() -> None:
    process = spawn(["/bin/sh", "-c", "kill -9 $$"], [])
    assert (process.wait(), process.wait()) == (-9, -9)


def test_what_is_not_there_does_not_start() -> None:
    with pytest.raises(FileNotFoundError):
        spawn(["/nowhere/program"], [])
