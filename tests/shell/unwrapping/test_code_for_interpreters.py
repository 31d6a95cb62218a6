"""Tests of `code_for_interpreters`."""

import pytest

from shell.reading import opaque
from wicket.shell import read


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("python3 -c 'print(1)'", []),
        ('python3 -c "$x"', ["runs code of python"]),
        ("python3 -c 'eval(input())'", ["runs code of python"]),
    ],
)
def test_code_that_cannot_be_told_apart_is_opaque(text: str, expected: list[str]) -> None:
    assert opaque(text) == expected


def test_what_code_runs_is_found_among_the_commands() -> None:
    script = read('python3 -c \'import subprocess; subprocess.run(["rm", "x"])\'')
    assert [[str(word) for word in one.words] for one in script.commands][-1] == ["rm", "x"]
