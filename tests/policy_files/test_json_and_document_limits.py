"""Tests of `json_and_document_limits`."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wicket.policy.config.document_nodes_and_checked_values import Entries, Scalar, plain
from wicket.policy_files.json_and_document_limits import (
    MAX_DEPTH,
    MAX_FILE_BYTES,
    MAX_NODES,
    Unreadable,
    checked_text,
    read,
)
from wicket.policy_files.strict_yaml import read as read_yaml

# ── texts that are too long, or no text, are refused before anybody reads them ──


def test_a_text_loses_its_byte_order_mark_alone() -> None:
    assert (checked_text("\ufeffa: 1"), checked_text("a")) == ("a: 1", "a")


@pytest.mark.parametrize("text", ["x" * (MAX_FILE_BYTES + 1), "é" * (MAX_FILE_BYTES // 2 + 1)])
def test_what_is_too_long_is_refused(text: str) -> None:
    with pytest.raises(Unreadable) as caught:
        checked_text(text)
    assert (caught.value.line, caught.value.message, caught.value.hint) == (
        0,
        f"this is larger than {MAX_FILE_BYTES} bytes",
        "split it into files, with `extends`",
    )


def test_half_a_character_is_refused_with_its_line() -> None:
    with pytest.raises(Unreadable) as caught:
        checked_text("a\nb\udc80")
    assert (caught.value.line, caught.value.message) == (2, "the text holds half a character")


# ── JSON means what it means in JSON, with lines ──────────────────────────────

scalars = (
    st.none()
    | st.booleans()
    | st.integers(-(10**15), 10**15)
    | st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=20)
)
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text("ab", max_size=3), inner)
)


@settings(max_examples=200, deadline=None)
@given(st.dictionaries(st.text("abc", max_size=3), values, max_size=4), st.sampled_from([None, 2, "\t"]), st.booleans())
def test_json_is_read_as_json(value: dict[str, Any], indent: Any, ascii_only: bool) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    assert plain(read_yaml(text)) == value


def test_lines_are_counted() -> None:
    document = read('\n{\n\t"a": [1,\n\t\t"x"],\n\t"b": 1.5e2\n}\n')
    assert isinstance(document, Entries)
    (first, items), (second, number) = document.entries.values()
    assert (first, second, document.line) == (3, 5, 2)
    assert isinstance(number, Scalar)
    assert (number.kind, number.text, number.line) == ("float", "1.5e2", 5)
    assert [item.line for item in items.items] == [3, 4]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a: 1",
        "[1]",
        "{a: 1}",
        '{"a" 1}',
        '{"a": 1} x',
        '{"a": [1 2]}',
        '{"a": 01}',
        '{"a": "x',
        '{"a": 1,}',
        '{"a": nul}',
        "{1: 2}",
        '{"a": "x\ty"}',
    ],
)
def test_everything_else_is_left_to_yaml(text: str) -> None:
    assert read(text) is None


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ('{"a": 1,\n"a": 2}', 2, "the key `a` stands here and in line 1"),
        ('{"a":\n"\\u0000"}', 2, "a text holds a character that no program can be given"),
        ('{"a": "\\ud800"}', 1, "a text holds a character that no program can be given"),
        ('{"a": ' + "[" * MAX_DEPTH + "]" * MAX_DEPTH + "}", 1, f"this nests more than {MAX_DEPTH} deep"),
        ('{"a": [' + "1," * MAX_NODES + "1]}", 1, f"this holds more than {MAX_NODES} values"),
    ],
)
def test_what_is_json_but_nothing_to_read_is_refused(text: str, line: int, message: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read(text)
    assert (caught.value.line, caught.value.message) == (line, message)
