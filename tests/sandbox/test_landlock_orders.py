"""The orders are bytes that no word can bend."""

import pytest

from wicket.sandbox.landlock_orders import landlock_orders
from wicket.sandbox.landlock_rules import Rules

RULES = Rules((("/usr", 13), ("/a b\udce4", 24)), ("/a b\udce4",), 12, ())


def test_all_that_is_told() -> None:
    told = landlock_orders(
        ["ls", "", "-l\n"],
        "/bin/ls",
        {"A": "b=c"},
        "/work",
        RULES,
        filters=(b"one-", b"two-two-"),
        network=False,
        signals=[2, 15],
    )
    assert told == (
        b"\4\0\0\0one-\x08\0\0\0two-two-"
        b"l13 /usr\0l24 /a b\xe4\0o12\0m/a b\xe4\0n\0c/work\0s2\0s15\0x/bin/ls\0als\0a\0a-l\n\0eA=b=c\0"
    )


def test_with_a_network_tcp_is_not_held() -> None:
    told = landlock_orders([], "x", {}, "/", RULES._replace(permitted=()), filters=(b"", b""), network=True, signals=[])
    assert told == bytes(8) + b"o12\0m/a b\xe4\0c/\0xx\0"


@pytest.mark.parametrize(("word", "value"), [("a\0b", ""), ("", "a\0b")])
def test_a_zero_byte_is_refused(word: str, value: str) -> None:
    with pytest.raises(ValueError, match="a zero byte is in a word or a variable"):
        landlock_orders([word], "x", {"A": value}, "/", RULES, filters=(b"", b""), network=True, signals=[])
