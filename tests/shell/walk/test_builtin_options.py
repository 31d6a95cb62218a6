"""Options and operands of builtins."""

import pytest

from shell.reading import commands, names, opaque
from wicket.shell.walk.builtin_options import flags_of, operands, option


@pytest.mark.parametrize(
    ("text", "flags", "value", "rest"),
    [
        ("read -r -p x a", "rp", "x", ["a"]),
        ("read -rpx a b", "rp", "x", ["a", "b"]),
        ("read -p x -p y -- -a", "pp", "y", ["-a"]),
        ("read a -r", "", None, ["a", "-r"]),
    ],
)
def test_letters_values_and_words_behind_them(text: str, flags: str, value: str | None, rest: list[str]) -> None:
    (command,) = commands(text)
    found = option(command, "p")
    assert (flags_of(command, "p"), found.text if found else None) == (flags, value)
    assert [word.text for word in operands(command, "p")] == rest


@pytest.mark.parametrize(
    "text",
    [
        "unset 'a[$(rm x)]'",
        "read 'a[$(rm x)]'",
        "printf -v 'a[$(rm x)]' y",
        "declare 'a[$(rm x)]=1'",
        "test -v 'a[$(rm x)]'",
    ],
)
def test_what_stands_in_the_brackets_of_a_name_is_found(text: str) -> None:
    assert "rm" in names(text)


def test_a_name_that_is_not_known_is_said() -> None:
    assert opaque('x=$(y); read "$x"') == ["names a variable in a way that is not known, which may run commands"]
