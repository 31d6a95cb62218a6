"""Commands that empty a file without saying so."""

import pytest

from shell.reading import commands
from wicket.shell.programs.emptied_files import as_truncate


@pytest.mark.parametrize(
    "text",
    [
        "> x.db",
        ": > x.db",
        "true >| x.db",
        "cat /dev/null > x.db",
        "echo -n > x.db",
        "printf '' > x.db",
        "cp /dev/null x.db",
    ],
)
def test_what_writes_nothing_empties(text: str) -> None:
    assert [str(word) for word in as_truncate(commands(text)[0]) or ()] == ["truncate", "-s", "0", "x.db"]


@pytest.mark.parametrize(
    "text", ["echo a > x.db", ": >> x.db", "cp y x.db", "> $x", "cat y > x.db", ": 2> x.db", "cp /dev/null $x"]
)
def test_what_writes_something_or_adds_does_not(text: str) -> None:
    assert as_truncate(commands(text)[0]) is None
