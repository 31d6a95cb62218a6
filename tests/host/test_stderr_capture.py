"""The last words of a child are few, whole, and harmless on a terminal."""

import os
from pathlib import Path

import pytest

from wicket.host.stderr_capture import TAIL_BYTES, TAIL_LINES, Stderr, StderrSink, last_lines


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        pytest.param(b"", (), id="nothing"),
        pytest.param(b"one\ntwo\n", ("one", "two"), id="lines"),
        pytest.param(b"one\r\n\r\ntwo", ("one", "two"), id="windows-and-unfinished"),
        pytest.param(b"\x1b[31mred\x1b[0m \x1b]0;title\x07text\x1bc", ("red text",), id="escape-sequences"),
        pytest.param(b"a\x00b\x07c\td", ("a\\x00b\\x07c\td",), id="control-characters"),
        pytest.param("a\u202eb\u2028c".encode(), ("a\\u202eb\\u2028c",), id="bidi-and-line-separator"),
        pytest.param(b"caf\xe9", ("caf\ufffd",), id="not-utf8"),
        pytest.param("grüße 16°C".encode(), ("grüße 16°C",), id="utf8"),
        pytest.param(b"x\n" * 100, ("x",) * TAIL_LINES, id="many"),
        pytest.param(b"y" * TAIL_BYTES * 2 + b"\nend\n", ("end",), id="half-a-line-is-no-line"),
        pytest.param(b"y" * TAIL_BYTES * 2 + b"\n", ("y" * (TAIL_BYTES - 1),), id="unless-it-is-the-only-one"),
    ],
)
def test_last_lines(data: bytes, lines: tuple[str, ...]) -> None:
    assert last_lines(data) == lines


def test_a_fifo_is_no_log(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "log")
    with pytest.raises(OSError, match="No such device"):
        StderrSink(tmp_path / "log")


def test_a_device_is_no_log() -> None:
    with pytest.raises(OSError, match="/dev/null is no regular file"):
        StderrSink(Path("/dev/null"))


@pytest.mark.parametrize("fate", ["moved", "removed"])
def test_a_log_that_is_not_the_same_any_more_gives_no_last_words(tmp_path: Path, fate: str) -> None:
    log = tmp_path / "log"
    sink = StderrSink(log)
    os.write(sink.child_end, b"said\n")
    assert sink.last_lines() == ("said",)
    log.rename(tmp_path / "log.1")
    if fate == "moved":
        log.write_bytes(b"somebody else's\n")
    assert sink.last_lines() == ()
    sink.close()


def test_a_sink_that_was_never_used_can_be_closed() -> None:
    before = len(os.listdir("/proc/self/fd"))
    for where in Stderr:
        StderrSink(where).close()
    assert len(os.listdir("/proc/self/fd")) == before


async def test_a_long_story_is_kept_within_bounds() -> None:
    sink = StderrSink(Stderr.TAIL)
    writer = os.dup(sink.child_end)
    sink.spawned()
    for number in range(20_000):
        os.write(writer, b"line %d\n" % number)
        if number % 1000 == 0:
            sink.last_lines()
    os.close(writer)
    assert sink.last_lines() == tuple(f"line {number}" for number in range(19_980, 20_000))
    sink.close()
