"""A question goes to the controlling terminal and nowhere else."""

import fcntl
import os
import pty
import struct
import subprocess
import sys
import termios
from contextlib import suppress
from pathlib import Path

import pytest

from bounds import BOUND_S

AT_TERMINAL = """
import fcntl, os, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.dup2(os.open(os.devnull, os.O_RDWR), 0)
from wicket.cli.yes_and_number_questions import ask
print(ask(["a\\x1b[2Jb"], "Really?"))
"""

WITHOUT = """
from wicket.cli.yes_and_number_questions import NoTerminal, ask
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
    said, _ = child.communicate(timeout=BOUND_S)
    os.close(ours)
    os.close(theirs)
    assert (said, shown) == (f"{verdict}\n".encode(), b"a\\x1b[2Jb\r\nReally? [y/N] ")


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [("", True), ("y", True), ("n", False), ("nay", False), (" ", False), ("\x04", False)],
    ids=["enter", "y", "n", "nay", "space", "end-of-file"],
)
def test_enter_is_yes_where_the_question_says_so(answer: str, verdict: bool) -> None:
    ours, theirs = pty.openpty()
    program = AT_TERMINAL.replace('"Really?"', '"Really?", usual=True')
    child = subprocess.Popen(
        [sys.executable, "-c", program], stdin=theirs, stdout=subprocess.PIPE, start_new_session=True
    )
    shown = b""
    while not shown.endswith(b"Really? [Y/n] "):
        shown += os.read(ours, 1024)
    os.write(ours, answer.encode() if answer == "\x04" else f"{answer}\n".encode())
    said, _ = child.communicate(timeout=BOUND_S)
    os.close(ours)
    os.close(theirs)
    assert said == f"{verdict}\n".encode()


PAGED = """
import fcntl, os, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
from wicket.cli.yes_and_number_questions import ask
sys.stderr.write(str(ask(["line %d" % n for n in range(12)] + ["x" * 50 + "end"], "Really?")))
"""


@pytest.mark.parametrize(
    ("answers", "verdict"),
    [
        (["", "", "y"], "True"),
        (["", "", "n"], "False"),
        (["y", "Y", "y"], "True"),
        (["x"], "False"),
        (["", "n"], "False"),
        (["\x04"], "False"),
    ],
)
def test_nothing_scrolls_by_unseen(answers: list[str], verdict: str) -> None:
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 8, 40, 0, 0))
    child = subprocess.Popen(
        [sys.executable, "-c", PAGED], stdin=theirs, stderr=subprocess.PIPE, start_new_session=True
    )
    shown = b""
    for answer in answers:
        while not shown.endswith((b"n ends this ", b"[y/N] ")):
            shown += os.read(ours, 1024)
        os.write(ours, answer.encode() if answer == "\x04" else f"{answer}\n".encode())
        shown += b"|"
    _, said = child.communicate(timeout=BOUND_S)
    os.close(ours)
    os.close(theirs)
    assert said.decode() == verdict
    if answers[:2] == ["", ""]:
        pages = [
            "line 0\nline 1\nline 2\nline 3\nline 4\nline 5\npage 1 of 3: Enter shows the next, n ends this ",
            "line 6\nline 7\nline 8\nline 9\nline 10\nline 11\npage 2 of 3: Enter shows the next, n ends this ",
            f"{'x' * 35}\\\n    {'x' * 15}end\nReally? [y/N] ",
        ]
        drawn = [page.strip("\n") for page in shown.decode().replace("\r", "").split("|")]
        assert [page.lstrip("\n") for page in drawn[:3]] == [page.strip("\n") for page in pages]


ASKED = "Really? (d shows every line) [y/N] <"
SOME = "1|2|3|4|page 1 of 2: Enter shows the next, n goes back <"


@pytest.mark.parametrize(
    ("rows", "answers", "drawn"),
    [
        (24, ["y"], "files|1|2|3|4|5|6|Really? [y/N] <y|"),
        (6, ["y"], f"files|{ASKED}y|"),
        (6, ["d", "", "y"], f"files|{ASKED}d|{SOME}|5|6|{ASKED}y|"),
        (6, ["d", "n", "y"], f"files|{ASKED}d|{SOME}n|files|{ASKED}y|"),
        (6, ["d", "n", "d", "", "y"], f"files|{ASKED}d|{SOME}n|files|{ASKED}d|{SOME}|5|6|{ASKED}y|"),
    ],
)
def test_details_are_shown_where_they_fit_or_when_they_are_asked_for(rows: int, answers: list[str], drawn: str) -> None:
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", rows, 80, 0, 0))
    program = AT_TERMINAL.replace('["a\\x1b[2Jb"], "Really?"', '["files"], "Really?", details=list("123456")')
    child = subprocess.Popen(
        [sys.executable, "-c", program], stdin=theirs, stdout=subprocess.PIPE, start_new_session=True
    )
    shown = b""
    for answer in answers:
        while not shown.endswith((b"n goes back ", b"[y/N] ")):
            shown += os.read(ours, 1024)
        os.write(ours, f"{answer}\n".encode())
        shown += b"<"
    said, _ = child.communicate(timeout=BOUND_S)
    while not shown.endswith(b"\n"):
        shown += os.read(ours, 1024)
    os.close(ours)
    os.close(theirs)
    assert (said, shown.decode().replace("\r\n", "|")) == (b"True\n", drawn)


def test_without_a_terminal_nobody_is_asked(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT],
        input=b"y\n",
        capture_output=True,
        start_new_session=True,
        check=True,
    )
    assert done.stdout == b"there is no terminal to ask on\n"


@pytest.mark.parametrize(("key", "after"), [("\x04", b"\r\n"), ("\x03", b"^C\r\n")], ids=["Ctrl-D", "Ctrl-C"])
def test_what_follows_an_answer_that_is_none_begins_a_line(key: str, after: bytes) -> None:
    ours, theirs = pty.openpty()
    child = subprocess.Popen(
        [sys.executable, "-c", AT_TERMINAL],
        stdin=theirs,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    shown = b""
    while not shown.endswith(b"[y/N] "):
        shown += os.read(ours, 1024)
    os.write(ours, key.encode())
    child.communicate(timeout=BOUND_S)
    rest = b""
    while not rest.endswith(b"\n"):
        rest += os.read(ours, 1024)
    os.close(ours)
    os.close(theirs)
    assert rest == after


@pytest.mark.parametrize(
    ("question", "answer", "told"),
    [
        ('ask([], "Really?")', "", "taken: no"),
        ('ask([], "Really?", usual=True)', "", "taken: yes"),
        ('ask([], "Really?", usual=True)', "y", ""),
        ('choose(["a or b"], ["a", "b"], "b")', "", "taken: b"),
        ('choose(["a or b"], ["a", "b"], "b")', "1", ""),
    ],
)
def test_what_enter_meant_is_said(question: str, answer: str, told: str) -> None:
    ours, theirs = pty.openpty()
    program = AT_TERMINAL.replace("import ask", "import ask, choose").replace(
        'ask(["a\\x1b[2Jb"], "Really?")', question
    )
    assert question in program
    child = subprocess.Popen(
        [sys.executable, "-c", program], stdin=theirs, stdout=subprocess.PIPE, start_new_session=True
    )
    shown = b""
    while not shown.endswith((b"] ", b": ")):
        shown += os.read(ours, 1024)
    os.write(ours, f"{answer}\n".encode())
    child.communicate(timeout=BOUND_S)
    os.close(theirs)
    after = b""
    with suppress(OSError):  # the terminal ends with its last user
        while piece := os.read(ours, 1024):
            after += piece
    os.close(ours)
    assert after.decode() == f"{answer}\r\n" + (f"{told}\r\n" if told else "")
