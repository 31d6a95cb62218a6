"""Words of a shell text that become the values of variables."""

import pytest

from wicket.redaction.assigned_variables import assigned, is_read_into
from wicket.redaction.shell_words import commands


def values(text: str, *variables: str) -> list[str]:
    [command] = commands(text)
    return [word.value[first:] for word, first in assigned(command, variables)]


@pytest.mark.parametrize(
    "text", ["P=x", "export A=b P=x", "P+=x", "for P in x", "printf -v P %s x", "printf -v P x", "for PASSWORD in x"]
)
def test_values_are_found(text: str) -> None:
    assert values(text, "P") == ["x"]


def test_positional_ones_are_set() -> None:
    assert values("set -- x y", "1") == ["x", "y"]
    assert values("set -- x y", "P") == []


@pytest.mark.parametrize("text", ["Q=x", "for Q in x", "printf P x", "echo P x"])
def test_other_words_are_none(text: str) -> None:
    assert values(text, "P") == []


def test_variables_are_read() -> None:
    assert is_read_into(commands("IFS= read -r P")[0], ["P"])
    assert not is_read_into(commands("read Q")[0], ["P"])
    assert not is_read_into(commands("A=b")[0], ["P"])
