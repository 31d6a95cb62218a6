"""The table of interpreters."""

import pytest

from wicket.shell.catalogue.interpreters import INTERPRETERS, SHELLS, language


@pytest.mark.parametrize(
    ("name", "expected"),
    [("python3.11", "python"), ("python", "python"), ("perl", "perl"), ("nodejs", "node"), ("ls", ""), ("bash", "")],
)
def test_a_name_and_its_language(name: str, expected: str) -> None:
    assert language(name) == expected


def test_shells_are_no_interpreters() -> None:
    assert not SHELLS & set(INTERPRETERS)
