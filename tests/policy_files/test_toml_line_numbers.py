"""Where the keys of a TOML document stand."""

import tomllib

import pytest

from wicket.policy_files.toml_line_numbers import Places, of_error

TEXT = """\
about = "x"

[a]
usage = \"\"\"
-o=WRITE b = 1
READ
\"\"\"
  "odd key" = '-x READ'

[a.usage]
'a run' = "READ"
a."b c".d = 1
[[many]]
n = 1
"""


@pytest.mark.parametrize(
    ("keys", "word", "place"),
    [
        ((), "", (1, 1)),
        (("about",), "", (1, 1)),
        (("a",), "", (3, 2)),
        (("a", "usage"), "", (4, 1)),
        (("a", "usage"), "READ", (6, 1)),
        (("a", "usage"), "WRITE", (5, 4)),
        (("a", "odd key"), "", (8, 3)),
        (("a", "odd key"), "READ", (8, 19)),
        (("a", "usage", "a run"), "", (11, 1)),
        (("a", "usage", "a run"), "READ", (11, 12)),
        (("a", "usage", "a", "b c", "d"), "", (12, 1)),
        (("a", "b"), "", (3, 2)),
        (("many", "n"), "", (14, 1)),
        (("a", "usage", "a run"), "none", (11, 1)),
    ],
)
def test_a_key_and_a_word_have_a_line_and_a_column(keys: tuple[str, ...], word: str, place: tuple[int, int]) -> None:
    assert Places(TEXT).of(keys, word) == place


@pytest.mark.parametrize(
    ("text", "line", "column"), [("a = 1\nb = = 2", 2, 5), ("a = [", 1, 6), ('a = "x', 1, 7), ("a = 1\na = 2", 2, 6)]
)
def test_a_text_that_is_no_toml_is_wrong_somewhere(text: str, line: int, column: int) -> None:
    with pytest.raises(tomllib.TOMLDecodeError) as error:
        tomllib.loads(text)
    found = of_error(error.value, text)
    assert found[:2] == (line, column), error.value
    assert " (at " not in found[2]
