"""Modes, sizes, signals and statements in other spellings."""

import pytest

from policy.matching.test_program_specific_spellings import others
from wicket.loaded_policy import Policy


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("chmod -R 0777 x", ["-R 777 x"]),
        ("chmod -R =777 x", ["-R 777 x"]),
        ("chmod -R +0777 x", ["-R 777 x"]),
        ("chmod -R 1777 x", ["-R 777 x"]),
        ("chmod a+rwx x", ["777 x"]),
        ("chmod u=rw,go=r x", ["644 x"]),
        ("chmod +x x", ["111 x"]),
        ("chmod 7 x", ["007 x"]),
        ("chmod -R -rwx x", ["-R 000 x"]),
        ("chmod -R a= x", ["-R 000 x"]),
        ("chmod -R ugo-rwx x", ["-R 000 x"]),
        ("chmod -R -777 x", ["-R 000 x"]),
        ("chmod 755 x", []),
        ("chmod go-w x", []),
        ("chmod go-rwx x", []),
        ("chmod u+s x", []),
        ("chmod -R", []),
    ],
)
def test_modes(text: str, expected: list[str]) -> None:
    assert others(text) == expected


@pytest.mark.parametrize("size", ["00", "0K", "0KB", "0KiB", "'<0'", "'< 00'", "' 0'", "/1M", "-1G", "'/ 5'"])
def test_sizes_that_leave_nothing(size: str) -> None:
    for text in (f"truncate -s {size} x", f"truncate --si={size} x", f"truncate -cs{size} x"):
        assert others(text) == ["-s 0 x"]


@pytest.mark.parametrize("size", ["10", "10K", "+0", "+10M", "-1", "-0K", "'>0'", "%0", "x", "'<10M'", "$x", "''"])
def test_sizes_that_leave_something(size: str) -> None:
    assert others(f"truncate -s {size} x") == []


def test_the_size_of_another_file() -> None:
    assert others("truncate -r /dev/null x") == ["-s 0 x"]
    assert others("truncate -r y x") == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("kill -KILL 1", ["-9 1", "-9 -- 1"]),
        ("kill -s SIGKILL 1", ["-9 1", "-9 -- 1"]),
        ("kill -n 9 1 2", ["-9 1 2", "-9 -- 1 2"]),
        ("kill -9 +1 002", ["-9 +1 002", "-9 -- 1 2"]),
        ("kill -HUP -1", ["-1 -1", "-1 -- -1"]),
        ("kill -9 4711 -01", ["-9 4711 -01", "-9 -- 4711 -1"]),
        ("pkill -f --signal=kill x", ["-f -9 x"]),
        ("kill 1", ["-- 1"]),
        ("kill %1", ["-- %1"]),
        ("kill -l", []),
        ("kill --sig", ["-- --sig"]),
        ("kill --sig 9 1", ["-9 1", "-9 -- 1"]),
    ],
)
def test_signals_and_processes(text: str, expected: list[str]) -> None:
    assert others(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("nft 'flush  ruleset'", ["flush ruleset"]),
        ("nft -a flush 'ruleset'", ["flush ruleset"]),
        ("nft 'list ruleset; flush ruleset'", ["list ruleset", "flush ruleset"]),
        ("nft 'add table x { chain y { } }'", ["add table x", "chain y"]),
        ("nft $x", []),
        ("nft -f x", ["x"]),
    ],
)
def test_texts_of_nft(text: str, expected: list[str]) -> None:
    assert others(text) == expected


def test_a_long_text_for_nft_hides_nothing_behind_its_beginning() -> None:
    policy = Policy.loads("rules: [{deny: 'nft flush ruleset*'}, {allow: 'nft *'}]")
    text = "list ruleset; " * 100 + "flush ruleset"
    assert str(policy.check(f"nft '{text}'", "/nowhere", {}).decision) == "deny"
