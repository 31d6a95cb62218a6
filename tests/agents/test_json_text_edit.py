"""What stays the same keeps its spelling."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

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
