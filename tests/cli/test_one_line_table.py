"""Tables of one line for each entry: cut at spaces to fit, whole where nobody looks."""

import os
import pty
import struct
import subprocess
import sys
import termios
from fcntl import ioctl

import pytest

from bounds import BOUND_S
from wicket.cli.line_breaks_and_pages import columns_of
from wicket.cli.one_line_table import cut, home_as_tilde

TABLE = """
from wicket.cli.one_line_table import Column, emit_lines
where = Column("in", 12, path=True)
columns = (Column("at", 5), Column("by", 6, once=True), where, Column("command"), Column("because"))
emit_lines(columns, [
    ["09:00", "policy", "/srv/a/very/deep/folder", "cargo test --workspace --all-features", "this takes a long while"],
    ["09:01", "policy", "", "ls\\x1b[2J", ""],
])
"""


def drawn(width: int) -> list[str]:
    """Print the table at a terminal of some width."""
    ours, theirs = pty.openpty()
    ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 20, width, 0, 0))
    environ = os.environ | {"NO_COLOR": "1"}
    argv = [sys.executable, "-c", TABLE]
    with subprocess.Popen(argv, stdin=theirs, stdout=theirs, stderr=theirs, env=environ) as child:
        os.close(theirs)
        shown = b""
        try:
            while data := os.read(ours, 65536):
                shown += data
        except OSError:  # Linux's way to say that the other end is closed
            pass
        assert child.wait(BOUND_S) == 0
    os.close(ours)
    return shown.decode().splitlines()


def test_a_line_is_cut_at_spaces_and_fits() -> None:
    assert drawn(60) == [
        "all by policy",
        "at     in            command                  because",
        "09:00  …deep/folder  cargo test …             this takes …",
        "09:01  -             ls\\x1b[2J                -",
        "cut to fit the window; `| less -S` shows all of each line",
    ]


def test_what_fits_is_whole() -> None:
    said, _, first, second = [line for line in drawn(140) if "less -S" not in line]
    assert said == "all by policy"
    assert first.split("  ")[-2:] == ["cargo test --workspace --all-features", "this takes a long while"]
    assert second.endswith("-")


def test_a_column_without_room_is_left_out() -> None:
    lines = drawn(38)
    assert lines[1].split() == ["at", "in", "command"]
    assert all(len(line) < 38 for line in lines[:-2])


@pytest.mark.parametrize(
    ("text", "room", "shown"),
    [
        ("short", 5, "short"),
        ("two words", 9, "two words"),
        ("words that go on", 12, "words that …"),
        ("words that go on", 13, "words that …"),
        ("Edit .claude/settings.json", 15, "Edit .claude/s…"),
        ("a-single-long-word", 8, "a-singl…"),
        ("日本語 日本語 日本語", 15, "日本語 日本語 …"),
    ],
)
def test_cutting(text: str, room: int, shown: str) -> None:
    assert cut(text, room) == shown
    assert columns_of(shown) <= room


def test_the_home_is_spelled_as_people_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/me")
    paths = ("/home/me", "/home/me/x", "/home/men", "/")
    assert [home_as_tilde(path) for path in paths] == ["~", "~/x", "/home/men", "/"]
