"""What aliases and variables stand for is put into a pattern."""

import pytest

from wicket.policy.config_model import Definitions, Origin, Value
from wicket.policy.errors import PatternError
from wicket.policy.patterns.definitions_in_patterns import (
    MAX_PATTERNS,
    Unknown,
    bounded,
    program_and_words,
    with_aliases,
    with_variables,
)
from wicket.policy.patterns.pattern_tokenizer import Token, cut

HERE = Origin("here", 1)


def definitions() -> Definitions:
    made = Definitions()
    made.aliases["k"] = (("kubectl", "oc -v"), HERE)
    made.aliases["loop"] = (("loop x",), HERE)
    made.vars["tool"] = (Value("literal", "rk"), Value("literal", "cargo run --"))
    return made


def texts(several: list[list[Token]]) -> list[list[object]]:
    return [[token.globs or token.kind for token in tokens] for tokens in several]


def shown(tokens: list[Token]) -> list[tuple[object, ...]]:
    return [(token.kind, token.globs, token.quoting) for token in tokens]


def test_an_alias_stands_for_each_of_its_programs() -> None:
    assert texts(with_aliases("k get *", definitions(), 0)) == [
        [(("kubectl",),), (("get",),), "star"],
        [(("oc",),), (("-v",),), (("get",),), "star"],
    ]


def test_an_alias_of_itself_ends() -> None:
    assert texts(with_aliases("loop", definitions(), 0)) == [[(("loop",),), (("x",),)]]


def test_values_of_several_words_are_for_the_place_of_the_program() -> None:
    first, second = with_variables(cut("<var:tool> check"), definitions(), 0)
    assert (first[0].kind, first[0].name, first[0].values) == ("var", "tool", (("glob", ("rk",)),))
    assert shown(second[:3]) == [("word", (("cargo",),), 0), ("raw", (("run",),), 0), ("dash", (), 0)]
    assert len(with_variables(cut("x <var:tool>"), definitions(), 0)) == 1


def test_what_nobody_defines_is_said() -> None:
    with pytest.raises(Unknown, match="<var:none> is not defined"):
        with_variables(cut("<var:none>"), definitions(), 0)


def test_words_behind_a_program_stand_in_their_places() -> None:
    assert shown(program_and_words(("make -", " x"))) == [
        ("word", (("make",),), 0),
        ("raw", (("-", ""),), 0),
        ("raw", (("x",),), 0),
    ]


def test_there_is_a_bound() -> None:
    bounded([0] * MAX_PATTERNS)
    with pytest.raises(PatternError):
        bounded([0] * (MAX_PATTERNS + 1))
