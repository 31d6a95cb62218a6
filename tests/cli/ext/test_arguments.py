"""Arguments as a person types them."""

from typing import Any

import pytest

from wicket.cli.ext.arguments import BadArgument, arguments, pairs

SCHEMA = {
    "properties": {
        "city": {"type": "string"},
        "days": {"type": "integer"},
        "share": {"type": "number"},
        "loud": {"type": "boolean"},
        "tags": {"type": "array"},
        "where": {"type": "object"},
        "either": {"type": ["integer", "null"]},
        "text_or_number": {"type": ["string", "number"]},
        "odd": True,
    }
}


@pytest.mark.parametrize(
    ("words", "given"),
    [
        ([], {}),
        (["city=Berlin", "days=3"], {"city": "Berlin", "days": 3}),
        (["city=3"], {"city": "3"}),
        (["city=a=b"], {"city": "a=b"}),
        (["city="], {"city": ""}),
        (["share=1", "share=0.5"], {"share": 0.5}),
        (["share=1"], {"share": 1}),
        (["loud=true"], {"loud": True}),
        (["tags=[1,2]", 'where={"a":1}'], {"tags": [1, 2], "where": {"a": 1}}),
        (["either=null"], {"either": None}),
        (["text_or_number=7"], {"text_or_number": "7"}),
        (["odd=7", "unknown=7"], {"odd": "7", "unknown": "7"}),
        (["city:=7", 'unknown:=["x"]'], {"city": 7, "unknown": ["x"]}),
    ],
)
def test_words_become_what_the_schema_asks_for(words: list[str], given: dict[str, Any]) -> None:
    assert arguments(words, SCHEMA) == given


@pytest.mark.parametrize(
    ("word", "sentence"),
    [
        ("Berlin", "'Berlin' is no argument; write name=value, or name:=JSON"),
        ("=x", "'=x' is no argument; write name=value, or name:=JSON"),
        (":=1", "':=1' is no argument; write name=value, or name:=JSON"),
        ("days=soon", "'days=soon': the tool wants a whole number"),
        ("days=1.5", "'days=1.5': the tool wants a whole number"),
        ("days=true", "'days=true': the tool wants a whole number"),
        ("either=[]", "'either=[]': the tool wants a whole number or null"),
        ("tags=1", "'tags=1': the tool wants a list; write tags:=[1]"),
        ("tags=one", "'tags=one': the tool wants a list; write tags:=[\"one\"]"),
        ("where=1", '\'where=1\': the tool wants an object; write where:={"key": "value"}'),
        ("tags:=[", "'tags:=[': the value is no JSON; quote text like name:='\"text\"'"),
    ],
)
def test_a_word_that_will_not_do_is_named(word: str, sentence: str) -> None:
    with pytest.raises(BadArgument) as caught:
        arguments([word], SCHEMA)
    assert (str(caught.value), caught.value.exit_code) == (sentence, 2)


def test_a_schema_without_properties_takes_text() -> None:
    assert arguments(["a=1"], {"properties": 7}) == arguments(["a=1"], {}) == {"a": "1"}


@pytest.mark.parametrize("text", ["NaN", "-Infinity", "1e999", "[-1e999]", "", "[" * 100_000])
def test_what_only_python_takes_for_json_is_none(text: str) -> None:
    with pytest.raises(BadArgument, match="the value is no JSON"):
        arguments([f"a:={text}"], {})
    assert arguments(["a:=1e99", "b:=-1.5"], {}) == {"a": 1e99, "b": -1.5}


def test_variables_are_pairs() -> None:
    assert pairs(["A=1", "B=x=y"]) == {"A": "1", "B": "x=y"}
    with pytest.raises(BadArgument):
        pairs(["=x"])
