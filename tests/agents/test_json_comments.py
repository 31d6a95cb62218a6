"""Comments in JSON: where they are, and the text without them."""

import pytest

from wicket.agents.json_comments import blanked, comments


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ('{"a": 1 // one\n}', '{"a": 1       \n}'),
        ('{/* x\ny */"a": "//"}', '{    \n    "a": "//"}'),
        ('{"a": "\\"//", "b": "/*"}', '{"a": "\\"//", "b": "/*"}'),
        ("// all", "      "),
        ("{} /* open", "{} /* open"),
        ('{"a": 1,}', '{"a": 1,}'),
    ],
)
def test_spaces_stand_in_the_place_of_comments(text: str, plain: str) -> None:
    assert blanked(text) == plain
    assert len(plain) == len(text)


def test_a_comma_behind_which_nothing_follows() -> None:
    assert blanked('{"a": [1, 2, // x\n], "b": ",]", }', commas=True) == '{"a": [1, 2      \n], "b": ",]"  }'


def test_where_they_are() -> None:
    assert comments('{"//": 1} // x') == [(10, 14)]
