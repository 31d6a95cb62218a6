"""`wicket ext logs` prints a log, and follows it wherever it goes."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import pytest

from machine import WAIT_S, Machine, Outcome, make_extension
from wicket.state_files import log_file


@pytest.fixture
def log(machine: Machine) -> Path:
    """The log of an extension called `a`, in a folder of another name."""
    make_extension(machine.installed, "folder", name="a")
    path = log_file(machine.home, "a")
    path.parent.mkdir()
    return path


@contextmanager
def following(machine: Machine, name: str = "a") -> Iterator[subprocess.Popen[bytes]]:
    child = subprocess.Popen(
        [sys.executable, "-m", "wicket", "ext", "logs", "-f", name],
        cwd=machine.project,
        env=machine.environ,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    with child:
        try:
            yield child
        finally:
            child.kill()


def stream(child: subprocess.Popen[bytes]) -> IO[bytes]:
    assert child.stdout is not None
    return child.stdout


@pytest.mark.rule("Z-H59")
def test_a_log_is_printed_as_it_is(machine: Machine, log: Path) -> None:
    log.write_bytes(b"one\n\x1b[31mtwo\x1b[0m\nno end")
    for name in ("a", "folder"):
        assert machine.run("ext", "logs", name) == Outcome(0, "one\n\x1b[31mtwo\x1b[0m\nno end", "")


def test_at_a_terminal_a_log_gives_no_orders(machine: Machine, log: Path) -> None:
    log.write_bytes("one\n\x1b[31mtwö\t3\r\u202e\n".encode() + b"\xff no end")
    code, shown = machine.run_at_terminal("", "ext", "logs", "a")
    assert (code, shown.expandtabs(1)) == (0, "one\n\\x1b[31mtwö 3\\r\\u202e\n\\xff no end")


@pytest.mark.rule("Z-H59")
def test_without_a_log_it_is_said_where_it_would_be(machine: Machine, log: Path) -> None:
    sentence = f"wicket: no log for 'a' at {log}; it is made when the extension first runs\n"
    assert machine.run("ext", "logs", "a") == Outcome(1, "", sentence)


def test_a_log_that_cannot_be_read_is_an_error(machine: Machine, log: Path) -> None:
    log.mkdir()
    assert machine.run("ext", "logs", "a") == Outcome(1, "", f"wicket: cannot read {log}: Is a directory\n")


def test_the_log_of_a_removed_extension_can_still_be_read(machine: Machine, log: Path) -> None:
    log_file(machine.home, "gone").write_bytes(b"last words\n")
    assert machine.run("ext", "logs", "gone") == Outcome(0, "last words\n", "")


def test_a_name_cannot_lead_out_of_the_logs(machine: Machine, log: Path) -> None:
    (log.parent / "ext-x").mkdir()
    (machine.home / "secret.log").write_bytes(b"secret")
    assert machine.run("ext", "logs", "x/../../secret").code == 1


@pytest.mark.rule("Z-H59")
def test_a_log_is_followed_through_truncation_and_rotation(machine: Machine, log: Path) -> None:
    log.write_bytes(b"one, a long line\n")
    with following(machine) as child:
        out = stream(child)
        assert out.readline() == b"one, a long line\n"
        with log.open("ab") as file:
            file.write(b"two\n")
        assert out.readline() == b"two\n"
        log.write_bytes(b"three\n")  # emptied and begun anew
        assert out.readline() == b"three\n"
        log.rename(log.with_suffix(".1"))
        with log.with_suffix(".1").open("ab") as file:
            file.write(b"four\n")
        assert out.readline() == b"four\n"
        log.write_bytes(b"five\n")
        assert out.readline() == b"five\n"
        child.send_signal(signal.SIGINT)
        assert (child.wait(WAIT_S), child.communicate()) == (0, (b"", b""))


def test_a_log_that_is_not_there_yet_is_waited_for(machine: Machine, log: Path) -> None:
    with following(machine) as child:
        os.set_blocking(stream(child).fileno(), True)
        log.write_bytes(b"one\n")
        assert stream(child).readline() == b"one\n"


def test_when_nobody_reads_on_following_ends_quietly(machine: Machine, log: Path) -> None:
    """Also when nothing more is written: a reader that left is noticed at once."""
    log.write_bytes(b"one\n")
    with following(machine) as child:
        assert stream(child).readline() == b"one\n"
        stream(child).close()
        assert child.wait(WAIT_S) == 0
        assert child.stderr is not None
        assert child.stderr.read() == b""


def test_a_reader_that_leaves_ends_the_printing_quietly(machine: Machine, log: Path) -> None:
    log.write_bytes(b"x" * 1_000_000)
    command = f"{sys.executable} -m wicket ext logs a | head -c 1"
    done = subprocess.run(
        ["/bin/sh", "-c", command], cwd=machine.project, env=machine.environ, capture_output=True, check=True
    )
    assert (done.stdout, done.stderr) == (b"x", b"")
