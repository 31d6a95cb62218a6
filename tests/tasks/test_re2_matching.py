"""Regular expressions are looked for as RE2 does it, and in time that grows with the text alone.

Go's `regexp`, which mcpchecker uses, says the same of all these.
"""

import time

import pytest

from wicket.tasks.re2_matching import BadPattern, compile_expression


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


@pytest.mark.parametrize(
    ("pattern", "reason"),
    [
        ("(", "missing closing"),
        ("a)", "unexpected"),
        ("[a", "missing closing"),
        ("*a", "missing argument"),
        ("a|*", "missing argument"),
        ("a++", "nested repetition"),
        ("a{2}{3}", "nested repetition"),
        ("a{1001}", "repeat count"),
        ("a{3,1}", "repeat count"),
        ("(a{100}){11}", "repeat count"),
        ("(?=a)", "Perl syntax"),
        ("(?#a)", "Perl syntax"),
        ("(?x)a", "Perl syntax"),
        ("(?<=a)b", "named capture"),
        ("(?P<n>a)(?P<n>b)", "duplicate"),
        (r"a\1", "escape"),
        (r"\Z", "escape"),
        (r"\u0041", "escape"),
        ("a\\", "trailing backslash"),
        ("[z-a]", "range"),
        ("[[:no:]]", "range"),
    ],
)
def test_what_is_no_expression(pattern: str, reason: str) -> None:
    with pytest.raises(BadPattern, match=reason):
        compile_expression(pattern)


@pytest.mark.parametrize(
    ("pattern", "reason"),
    [(r"\p{Greek}", "categories"), ("(" * 200 + ")" * 200, "deep"), ("(abcdefghij){1000}b{1000}" * 2, "too large")],
)
def test_what_only_wicket_refuses_is_named(pattern: str, reason: str) -> None:
    with pytest.raises(BadPattern, match=reason):
        compile_expression(pattern)


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
