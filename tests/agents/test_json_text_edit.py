"""What stays the same keeps its spelling."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wicket.agents.json_comments import blanked, comments
from wicket.agents.json_text_edit import edited

ODD = """{
    "a" : [1,2,   3],
  "b":{"c": 1.50, "d":"\\u00e4"},
      "hooks": {
        "X": [ {"y": 1} ]
      }
}
"""


def change(text: str, **more: Any) -> str:
    return edited(text, json.loads(text) | more, 2)


def test_a_member_more_is_a_few_lines_more() -> None:
    assert change(ODD, z=True) == ODD.replace("      }\n}\n", '      },\n  "z": true\n}\n')
    hooks = {"X": [{"y": 1}], "Z": [{"k": ["v"]}]}
    assert change(ODD, hooks=hooks) == ODD.replace(
        '[ {"y": 1} ]\n',
        '[ {"y": 1} ],\n    "Z": [\n      {\n        "k": [\n          "v"\n        ]\n      }\n    ]\n',
    )


def test_what_stands_on_one_line_stays_there() -> None:
    assert change('{"a": [1]}', a=[1, 2], b={"c": 1}) == '{"a": [1, 2], "b": {"c": 1}}'


def test_what_is_taken_out_leaves_the_rest_as_it_is() -> None:
    assert edited(ODD, {"a": [1, 3], "hooks": {"X": []}}) == (
        '{\n    "a" : [1, 3],\n  "hooks": {\n        "X": []\n      }\n}\n'
    )


def test_lines_end_as_they_did() -> None:
    assert change('{\r\n  "a": 1\r\n}\r\n', b=2) == '{\r\n  "a": 1,\r\n  "b": 2\r\n}\r\n'


def test_an_empty_object_is_filled() -> None:
    assert change("{}", a={"b": 1}) == '{\n  "a": {\n    "b": 1\n  }\n}'


@pytest.mark.parametrize("text", ["", "{", "[1 2]", '{"a" 1}', "{,}", "nope"])
def test_what_is_no_json_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        edited(text, {})


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=4),
    max_leaves=12,
)


@given(VALUES, VALUES, st.sampled_from([None, 1, 4, "\t"]))
def test_it_says_what_it_should_say(old: Any, new: Any, indent: int | str | None) -> None:
    text = json.dumps(old, indent=indent)
    found = edited(text, new)
    assert json.loads(found) == new
    assert edited(found, new) == found


COMMENTED = """// mine
{
  // which model
  "model": "x", // the small one
  /* tools
     of mine */
  "tools": ["a" /* first */, "b"], // both
  "last": 1 // the end
  // and after
}
// done
"""


def comments_of(text: str) -> list[str]:
    return [text[start:end] for start, end in comments(text)]


def test_comments_stay_where_they_are() -> None:
    new = json.loads(blanked(COMMENTED)) | {"hooks": {"X": [1]}}
    found = edited(COMMENTED, new)
    added = '  "last": 1, // the end\n  "hooks": {\n    "X": [\n      1\n    ]\n  }\n  // and after\n'
    assert found == COMMENTED.replace('  "last": 1 // the end\n  // and after\n', added)
    assert edited(found, json.loads(blanked(COMMENTED))) == COMMENTED


def test_what_is_taken_out_leaves_the_comments_of_others() -> None:
    assert edited(COMMENTED, {"model": "x", "last": 2}) == COMMENTED.replace(
        '  "tools": ["a" /* first */, "b"], // both\n', "   // both\n"
    ).replace("1 //", "2 //")
    assert edited('{\n  // all\n  "a": 1,\n  "b": 2, // x\n}\n', {}) == "{\n  // all\n   // x\n}\n"


@pytest.mark.parametrize(
    ("text", "new", "expected"),
    [
        ("{ // nothing\n}", {"a": 1}, '{ // nothing\n  "a": 1\n}'),
        ('{"a": 1 /* x */}', {"a": 1, "b": 2}, '{"a": 1, "b": 2 /* x */}'),
        ('{"a": 1, /* x */}', {"a": 1, "b": 2}, '{"a": 1, "b": 2 /* x */}'),
        ('{\n  "a": 1,\n}', {"a": 1, "b": 2}, '{\n  "a": 1,\n  "b": 2\n}'),
        ('{\n  "a": 1 /* x\n y */\n}', {"a": 1, "b": 2}, '{\n  "a": 1, /* x\n y */\n  "b": 2\n}'),
        ('{\r\n  "a": 1 // x\r\n}', {"a": 1, "b": 2}, '{\r\n  "a": 1, // x\r\n  "b": 2\r\n}'),
        ("[1, // one\n 2 // two\n]", [1], "[1 // one\n  // two\n]"),
    ],
)
def test_where_comments_are_in_the_way(text: str, new: Any, expected: str) -> None:
    assert edited(text, new) == expected


def _with_comments(text: str, marks: list[str]) -> str:
    """Put comments where white space may be: behind brackets and commas."""
    rest, made, inside, before = list(marks), "", False, ""
    for char in text:
        made += char
        inside ^= char == '"' and before != "\\"
        before = "" if before == "\\" else char
        if not inside and char in "[{,:" and rest:
            made += rest.pop()
    return made


MARKS = st.lists(st.sampled_from(["", " // x\n", " /* y */ ", "/* a\n b */", "\n"]), max_size=12)


@given(VALUES, VALUES, st.sampled_from([None, 1, 4, "\t"]), MARKS)
def test_comments_do_not_change_what_it_says(old: Any, new: Any, indent: int | str | None, marks: list[str]) -> None:
    text = _with_comments(json.dumps(old, indent=indent), marks)
    assert json.loads(blanked(text)) == old
    found = edited(text, new)
    assert json.loads(blanked(found, commas=True)) == new
    more = {**old, "a new one": new} if isinstance(old, dict) else old
    kept = edited(text, more)
    assert json.loads(blanked(kept)) == more
    assert comments_of(kept) == comments_of(text)
