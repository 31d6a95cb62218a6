"""Patterns of pkill that may find the guard itself."""

import pytest

from wicket.shell.programs.process_patterns import may_find_guard


@pytest.mark.parametrize(
    "words",
    [
        "wicket",
        "wick",
        "-f wick",
        "-9 -f w",
        "-f serve",
        "-f wi.*et",
        "-f [w]icket",
        "-f vite|wick",
        "-f (vite|wick)",
        "-f ^wicket",
        "-fi WICKET",
        "-x wicket",
        "-f wickets?",
        "-f wicketx*.serve",
        "--full serve",
    ],
)
def test_those_that_may(words: str) -> None:
    assert may_find_guard(words.split(" "))


@pytest.mark.parametrize(
    "words", ["vite", "-f node.*dev", "-f http.server", "serve", "-x wick", "-f python", "-f wicketx", "-f ng serve2"]
)
def test_those_that_do_not(words: str) -> None:
    assert not may_find_guard(words.split(" "))
