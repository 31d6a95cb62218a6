"""A line is typed and edited; questions by one key are played in `test_prompt.py`, on a real terminal."""

import pytest

from wicket.cli.key_press_and_password_questions import MAX_LINE_BYTES, _edit


@pytest.mark.parametrize(
    ("keys", "typed", "ended"),
    [
        ([b"open\r"], b"open", True),
        ([b"o", b"p", b"\n"], b"op", True),
        ([b"\r"], b"", True),
        ([b"ab\x7fc\r"], b"ac", True),
        (["aü\x7f\r".encode()], b"a", True),
        ([b"\x7f\x08x\r"], b"x", True),
        ([b"wrong\x15right\r"], b"right", True),
        ([b"secret", b"\x1b"], bytes(6), False),
        ([b"secret\x04"], bytes(6), False),
        ([b"a\x01\x02b\r"], b"ab", True),
        ([b"x" * 5000 + b"\r"], b"x" * MAX_LINE_BYTES, True),
        ([b"unfinished"], b"unfinished", None),
    ],
)
def test_what_is_typed(keys: list[bytes], typed: bytes, ended: bool | None) -> None:
    line = bytearray()
    said = [_edit(line, each) for each in keys]
    assert (bytes(line), said[-1]) == (typed, ended)
