"""Patterns cut into tokens."""

import pytest

from wicket.policy.errors import PatternError
from wicket.policy.patterns.pattern_tokenizer import MAX_LENGTH, Token, cut, is_flag, plain

# What is shown of a token, behind its kind.
SHOWN = {"word": ("globs", "quoted"), "not": ("globs",), "place": ("name", "argument")}


def shown(token: Token) -> tuple[object, ...]:
    if token.kind == "group":
        return (token.kind, tuple(map(shown, token.tokens)))
    return (token.kind, *[getattr(token, name) for name in SHOWN.get(token.kind, ())])


def pieces(text: str, literal: int = 0) -> list[tuple[object, ...]]:
    return [shown(token) for token in cut(text, literal)]


CUT: list[tuple[str, list[tuple[object, ...]]]] = [
    ("rm", [("word", (("rm",),), False)]),
    ("rm  -f", [("word", (("rm",),), False), ("word", (("-f",),), False)]),
    ("a|b", [("word", (("a",), ("b",)), False)]),
    ("a*b", [("word", (("a", "b"),), False)]),
    ("*", [("star",)]),
    ("**", [("star",)]),
    ("a**b", [("word", (("a", "b"),), False)]),
    ("*a*", [("word", (("", "a", ""),), False)]),
    (r"a\*b", [("word", (("a*b",),), False)]),
    (r"a\|b", [("word", (("a|b",),), False)]),
    ("'a b'", [("word", (("a b",),), True)]),
    ("'a*'", [("word", (("a", ""),), True)]),
    (r"'a\b'", [("word", (("a\\b",),), True)]),
    (r'"a\"b"', [("word", (('a"b',),), True)]),
    ("x'y z'w", [("word", (("xy zw",),), False)]),
    ("--", [("dash",)]),
    ("x ?", [("word", (("x",),), False), ("maybe",)]),
    ("x?", [("word", (("x?",),), False)]),
    ("!a|b", [("not", (("a",), ("b",)))]),
    ("! x", [("word", (("!",),), False), ("word", (("x",),), False)]),
    ("<cmd>", [("place", "cmd", "")]),
    ("<path:a b>", [("place", "path", "a b")]),
    ("<a", [("word", (("<a",),), False)]),
    ("<a>b", [("word", (("<a>b",),), False)]),
    ("<>", [("word", (("<>",),), False)]),
    ("[-v]", [("group", (("word", (("-v",),), False),))]),
    ("[-u *]", [("group", (("word", (("-u",),), False), ("star",)))]),
    ("[-u <x>]", [("group", (("word", (("-u",),), False), ("place", "x", "")))]),
    ("[ x ]", [("word", (("[",),), False), ("word", (("x",),), False), ("word", (("]",),), False)]),
    ("[[ x", [("word", (("[[",),), False), ("word", (("x",),), False)]),
    ("[", [("word", (("[",),), False)]),
    ("[[", [("word", (("[[",),), False)]),
    ("a]", [("word", (("a]",),), False)]),
]  # fmt: skip


LITERAL: list[tuple[str, list[tuple[object, ...]]]] = [
    ("'a*'", [("word", (("a*",),), True)]),
    ('"a*"', [("word", (("a*",),), True)]),
    ("a'*'*", [("word", (("a*", ""),), False)]),
    ("'*'", [("word", (("*",),), True)]),
    ("'a *'", [("word", (("a ", ""),), True)]),
    ("'a * b'", [("word", (("a * b",),), True)]),
    (r'"a\.b\"c\$"', [("word", (('a\\.b"c$',),), True)]),
    ("x[y]", [("word", (("x[y]",),), False)]),
    ("[-e x[y]]", [("group", (("word", (("-e",),), False), ("word", (("x[y]",),), False)))]),
]


@pytest.mark.parametrize(("text", "tokens"), LITERAL, ids=[text for text, _ in LITERAL])
def test_what_is_quoted_is_literal_where_a_rule_allows(text: str, tokens: list[tuple[object, ...]]) -> None:
    assert pieces(text, literal=1) == tokens


@pytest.mark.parametrize(
    ("text", "marks"), [("a", 0), ('"a"', 1), ('x"a"', 1), ("'a'", 2), ("a'b'\"c\"", 2), (r"\$a", 2), (r"\*a", 0)]
)
def test_how_a_word_is_quoted(text: str, marks: int) -> None:
    assert cut(text, literal=2)[0].quoting == marks


def test_all_of_a_copy_is_literal() -> None:
    assert pieces("'a *'", literal=2) == [("word", (("a *",),), True)]


@pytest.mark.parametrize(("text", "tokens"), CUT, ids=[text for text, _ in CUT])
def test_a_pattern_is_cut(text: str, tokens: list[tuple[object, ...]]) -> None:
    assert pieces(text) == tokens


WRONG = [
    ("", "an empty pattern"),
    ("  ", "an empty pattern"),
    ("'a", "a quote that is never closed"),
    ('"a', "a quote that is never closed"),
    ("a\\", "a backslash at the end"),
    ("a|", "an empty alternative"),
    ("|a", "an empty alternative"),
    ("[a", "a [ that is never closed"),
    ("[]", "an empty group []"),
    ("[a [b]]", "a group within a group"),
    ("[a]b", "text right behind a group"),
    ("!<x>", "a placeholder cannot be negated"),
    ("<what:x>", "an unknown placeholder <what:…>"),
    ("<path:>", "<path:> names nothing"),
    ("x" * (MAX_LENGTH + 1), f"a pattern of more than {MAX_LENGTH} characters"),
]


@pytest.mark.parametrize(("text", "said"), WRONG, ids=[said for _, said in WRONG])
def test_what_is_no_pattern_says_what_to_do(text: str, said: str) -> None:
    with pytest.raises(PatternError) as caught:
        cut(text)
    assert str(caught.value) == said
    assert caught.value.hint


@pytest.mark.parametrize(
    ("glob", "expected"),
    [(("-f",), True), (("--force",), True), (("-", ""), True), (("-",), False), (("--",), False), (("x",), False)],
)
def test_what_looks_like_a_flag(glob: tuple[str, ...], expected: bool) -> None:
    assert is_flag(glob) is expected


def test_only_a_text_without_stars_is_plain() -> None:
    assert (plain(("rm",)), plain(("r", "m"))) == ("rm", None)
