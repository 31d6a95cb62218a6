"""What is heard of a sandbox that is being built, and what is let go of."""

import os
import signal
import subprocess
from pathlib import Path

import pytest

from wicket.sandbox.confinement import Confinement
from wicket.sandbox.errors import CannotHold
from wicket.sandbox.prepared_command import Prepared, heeded_signals, signals_kept_away, start

NOTHING = Confinement("work", "/", (), (), (), (), None, (), (), True, False)


def prepared(command: list[str], released: list[str]) -> Prepared:
    def words(answering: int, telling: int) -> list[str]:
        return [word.format(answering=answering, telling=telling) for word in command]

    return Prepared(NOTHING, words, [], lambda: released.append("released"))


def test_a_command_that_begins() -> None:
    released: list[str] = []
    text = 'echo ready >&{answering}; echo "{{\\"child-pid\\": $$}}" >&{telling}; exec {answering}>&-; exit 3'
    running = start(prepared(["/bin/bash", "-c", text], released))
    assert released == []
    assert running.wait() == 3
    assert released == ["released"]


@pytest.mark.parametrize(
    ("said", "error", "message"),
    [
        ("wrong /a is not protected", CannotHold, "sandbox work could not be built (/a is not protected); nothing was"),
        ("", CannotHold, "sandbox work could not be built (bubblewrap says above why); nothing was run"),
        ("ready\nerrno 13", PermissionError, "[Errno 13] Permission denied"),
        ("ready\nerrno 2", FileNotFoundError, "[Errno 2] No such file or directory"),
    ],
)
def test_one_that_does_not(said: str, error: type[Exception], message: str) -> None:
    released: list[str] = []
    made = prepared(["/bin/bash", "-c", f"printf '%s' '{said}' >&{{answering}}"], released)
    with pytest.raises(error) as caught:
        start(made)
    assert str(caught.value).startswith(message)
    assert released == ["released"]


def test_what_cannot_be_started_is_released(tmp_path: Path) -> None:
    released: list[str] = []
    before = sorted(os.listdir("/proc/self/fd"))
    with pytest.raises(CannotHold, match=r"none does not start: No such file"):
        start(prepared([str(tmp_path / "none")], released))
    assert released == ["released"]
    assert sorted(os.listdir("/proc/self/fd")) == before


def test_what_is_started_meanwhile_gets_no_signals_that_are_the_commands() -> None:
    handled = signal.signal(signal.SIGUSR1, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR2])
    try:
        heeded = {signal.SIGINT, signal.SIGQUIT, signal.SIGTERM, signal.SIGHUP, signal.SIGALRM, signal.SIGVTALRM}
        assert set(heeded_signals()) == heeded
        with signals_kept_away():
            told = subprocess.check_output(["grep", "SigBlk", "/proc/self/status"], text=True)
        assert int(told.split()[1], 16) == sum(1 << (number - 1) for number in (*heeded, signal.SIGUSR2))
        assert signal.pthread_sigmask(signal.SIG_BLOCK, ()) == {signal.SIGUSR2}
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGUSR2])
        signal.signal(signal.SIGUSR1, handled)
