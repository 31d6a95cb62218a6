"""A question goes to the controlling terminal and nowhere else."""

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

AT_TERMINAL = """
import fcntl, os, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.dup2(os.open(os.devnull, os.O_RDWR), 0)
from wicket.cli.terminal import ask
print(ask(["a\\x1b[2Jb"], "Really?"))
"""

WITHOUT = """
from wicket.cli.terminal import NoTerminal, ask
try:
    ask([], "Really?")
except NoTerminal as error:
    print(error)
"""


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [("y", True), ("Y", True), ("yes", True), ("", False), ("n", False), ("yeah", False), ("\x04", False)],
    ids=["y", "Y", "yes", "enter", "n", "yeah", "end-of-file"],
)
def test_only_yes_is_yes(answer: str, verdict: bool) -> None:
    ours, theirs = pty.openpty()
    child = subprocess.Popen(
        [sys.executable, "-c", AT_TERMINAL], stdin=theirs, stdout=subprocess.PIPE, start_new_session=True
    )
    shown = b""
    while not shown.endswith(b"[y/N] "):
        shown += os.read(ours, 1024)
    os.write(ours, answer.encode() if answer == "\x04" else f"{answer}\n".encode())
    said, _ = child.communicate(timeout=20)
    os.close(ours)
    os.close(theirs)
    assert (said, shown) == (f"{verdict}\n".encode(), b"a\\x1b[2Jb\r\nReally? [y/N] ")


def test_without_a_terminal_nobody_is_asked(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT],
        input=b"y\n",
        capture_output=True,
        start_new_session=True,
        check=True,
    )
    assert done.stdout == b"there is no terminal to ask on\n"
