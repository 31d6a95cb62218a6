"""Both programs that start commands read these bytes."""

import pytest

from wicket.sandbox.launch_orders import launch_orders


def test_what_is_told() -> None:
    told = launch_orders(
        ["ls", "", "a b"],
        "/bin/ls",
        {"A": "b=c", "E": ""},
        read_only=["/p/.git/hooks"],
        pinned=[("/p/.git", 7, 12)],
        signals=[2, 15],
        told_of=b"filter..",
    )
    texts = b"p/p/.git/hooks\0i7 12 /p/.git\0s2\0s15\0x/bin/ls\0als\0a\0aa b\0eA=b=c\0eE=\0"
    assert told == b"\x08\0\0\0filter.." + texts


def test_bytes_that_are_no_utf8_stay_as_they_are() -> None:
    told = launch_orders(["a\udcff"], "x", {}, read_only=(), pinned=(), signals=())
    assert told == b"\0\0\0\0xx\0aa\xff\0"


def test_no_word_becomes_an_order() -> None:
    with pytest.raises(ValueError, match="a zero byte is in a word or a variable"):
        launch_orders(["a\0s9"], "x", {}, read_only=(), pinned=(), signals=())
