"""Regular expressions are looked for as RE2 does it, and in time that grows with the text alone.

Go's `regexp`, which mcpchecker uses, says the same of all these.
"""

import random
import time
import tracemalloc

import pytest

from wicket.tasks.re2_matching import BadPattern, Expression, compile_expression


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        ("", ""),
        ("b", "abc"),
        ("^a$", "a"),
        ("(?m)^b$", "a\nb\nc"),
        ("a.c", "abc"),
        ("(?s)a.c", "a\nc"),
        ("(?i)strasse", "STRAS\u017fE"),
        ("(?i)[k]", "\u212a"),
        ("(?i:A)b", "ab"),
        (r"\d+\s\w", "12 a"),
        (r"\bword\b", "a word!"),
        (r"\Aab\z", "ab"),
        (r"\Qa.b\Ec", "a.bc"),
        (r"\x41\x{e9}\101\n", "AéA\n"),
        (r"\p{Lu}\pL\PN", "Éa-"),
        ("[[:alpha:]_-]", "-"),
        ("[]a]", "]"),
        (r"[^\n]", "x"),
        ("a{2,3}", "xaa"),
        ("x{,3}", "x{,3}"),
        ("^(a|bc)*d", "abcad"),
        ("(?P<n>a)(?<m>b)", "ab"),
        ("a*?b", "aab"),
        (".*", "\n"),
    ],
)
def test_a_match(pattern: str, text: str) -> None:
    assert compile_expression(pattern).search(text)


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        ("^a$", "a\n"),
        ("^b", "a\nb"),
        ("a.c", "a\nc"),
        (r"\d", "\u0661"),
        (r"\s", "\u00a0"),
        (r"\w", "é"),
        (r"\bé", "é"),
        ("(?i)i", "\u0130"),
        ("a{3}", "aa"),
        ("x{,3}", "xx"),
        ("(?i)a(?-i)b", "AB"),
        ("[^a]", "a"),
    ],
)
def test_no_match(pattern: str, text: str) -> None:
    assert not compile_expression(pattern).search(text)


def test_what_is_too_large_is_refused() -> None:
    with pytest.raises(BadPattern, match="too large"):
        compile_expression("(abcdefghij){1000}b{1000}" * 2)


@pytest.mark.parametrize("pattern", ["(a+)+$", "(a|a)*b", "(a*)*b", "(.*)(.*)(.*)(.*)x$"])
def test_nothing_takes_for_ever(pattern: str) -> None:
    begun = time.process_time()
    assert not compile_expression(pattern).search("a" * 50_000 + "c")
    assert time.process_time() - begun < 5


def test_what_is_remembered_is_bounded() -> None:
    expression = compile_expression("(?s)a...............x")
    text = "".join("ab"[(at * at // 7) % 2] for at in range(60_000))
    assert not expression.search(text)
    assert expression.search(text + "ab" * 10 + "x")


def test_few_large_sets_are_as_much_as_many_small_ones() -> None:
    expression = Expression("(?:a|b)*a(?:a|b){400}c")
    generator = random.Random(1)
    tracemalloc.start()
    try:
        assert not expression.search("".join(generator.choice("ab") for _ in range(8_000)))
        assert tracemalloc.get_traced_memory()[1] < 50_000_000
    finally:
        tracemalloc.stop()
