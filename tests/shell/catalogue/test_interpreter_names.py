"""Interpreters by their names."""

import pytest

from wicket.shell.catalogue.interpreter_names import SHELLS, language, language_line


@pytest.mark.parametrize(
    ("name", "expected"),
    [("python3.11", "python"), ("python", "python"), ("perl", "perl"), ("nodejs", "node"), ("ls", ""), ("bash", "")],
)
def test_a_name_and_its_language(name: str, expected: str) -> None:
    assert language(name) == expected


def test_shells_are_no_interpreters() -> None:
    assert {"bash", "sh", "dash", "zsh"} <= SHELLS
    assert [name for name in SHELLS if language(name)] == []


def test_each_has_a_line() -> None:
    assert "-e=CODE" in language_line("lua")
    assert language_line("ls.exe") == ""
