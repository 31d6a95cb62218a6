"""What is printed is readable, aligned, and cannot give a terminal orders."""

import fcntl
import json
import os
import pty
import struct
import subprocess
import sys
import termios

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wicket.cli.output import complain, emit_json, say, visible


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        pytest.param("plain ä 漢 🦊", "plain ä 漢 🦊", id="printable"),
        pytest.param("\x1b[2J", "\\x1b[2J", id="escape"),
        pytest.param("a\nwicket: fake", "a\\nwicket: fake", id="line"),
        pytest.param("\u202egnp.exe", "\\u202egnp.exe", id="direction"),
        pytest.param("\udcff", "\\udcff", id="bad-bytes"),
    ],
)
def test_what_cannot_be_printed_is_shown_as_an_escape(text: str, shown: str) -> None:
    assert visible(text) == shown


@given(st.text())
def test_what_is_shown_can_be_printed(text: str) -> None:
    assert visible(text).isprintable()


def test_words_go_to_the_person(capsys: pytest.CaptureFixture[str]) -> None:
    say("one\ttwo")
    complain("it rains; take an umbrella")
    assert capsys.readouterr() == ("", "one\\ttwo\nwicket: it rains; take an umbrella\n")


@pytest.mark.parametrize(
    ("width", "shown"),
    [
        (80, ["  ok  a-name: some words and then many more"]),
        (25, ["  ok  a-name: some words", "        and then many", "        more"]),
        (0, ["  ok  a-name: some words and then many more"]),
    ],
)
def test_a_line_is_broken_at_spaces_only(width: int, shown: list[str]) -> None:
    code = "import sys; from wicket.cli.output import fitted; print(fitted(sys.argv[1], sys.stdout, 8))"
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 20, width, 0, 0))
    text = "  ok  a-name: some words and then many more"
    subprocess.run([sys.executable, "-c", code, text], stdout=theirs, check=True)
    os.close(theirs)
    assert os.read(ours, 65536).decode().splitlines() == shown
    os.close(ours)


def test_a_longer_word_is_left_whole() -> None:
    code = "import sys; from wicket.cli.output import say; say('see /a/path/that-is/longer/than-the-window now')"
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 20, 20, 0, 0))
    subprocess.run([sys.executable, "-c", code], stderr=theirs, check=True)
    os.close(theirs)
    assert os.read(ours, 65536).decode().splitlines() == [
        "see",
        "    /a/path/that-is/longer/than-the-window",
        "    now",
    ]
    os.close(ours)


def test_json_is_ascii(capsys: pytest.CaptureFixture[str]) -> None:
    emit_json([{"a": "\x1b\udcff"}])
    out = capsys.readouterr().out
    assert (json.loads(out), out.isascii()) == ([{"a": "\x1b\udcff"}], True)
