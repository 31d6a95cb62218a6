"""Tests of `lists_redirects_and_conditionals`."""

import pytest

from shell.reading import commands, names, refusal
from wicket.shell.grammar.parser_and_simple_commands import Parser
from wicket.shell.grammar.syntax_nodes import Simple
from wicket.shell.refusal_and_work_limit import Refused

# ── `[[ … ]]` ─────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "text",
    [
        "[[ a ]]",
        "[[ a == b* ]]",
        "[[ a =~ ^(b|c d)$ ]]",
        "[[ a =~ b|c ]]",
        "[[ a == @(b|c) ]]",
        "[[ ( a && ! b ) || c ]]",
        "[[ -f x && -n $y ]]",
        "[[ a < b ]]",
        "[[ a &&\n b ]]",
    ],
)
def test_it_runs_nothing_by_itself(text: str) -> None:
    assert commands(text) == ()


@pytest.mark.parametrize(
    "text",
    [
        "[[ $(rm x) ]]",
        "[[ a == $(rm x) ]]",
        "[[ a =~ (b|$(rm x)) ]]",
        "[[ -v 'a[$(rm x)]' ]]",
        "[[ 'a[$(rm x)]' -eq 1 ]]",
        "[[ -f <(rm x) ]]",
    ],
)
def test_what_runs_inside_is_found(text: str) -> None:
    assert "rm" in names(text)


@pytest.mark.parametrize("text", ["[[ a b ]]", "[[ ]]", "[[ -f ]]", "[[ a && ]]", "[[ (a ]]", "[[ a ]] b", "[[ a"])
def test_nonsense_is_refused(text: str) -> None:
    assert refusal(text)


# ── lists and pipelines ───────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a;b&c", "a b c"),
        ("a &&\n\n# comment\nb ||\nc", "a b c"),
        ("a |\nb |& c", "a b c"),
        ("! a | b", "a b"),
        ("time -p -- a", "a"),
        ("! ! time a", "a"),
        ("time; a", "a"),
        ("! ; a", "a"),
        ("\n\n a \n\n ; ".rstrip(" ;"), "a"),
    ],
)
def test_what_they_hold(text: str, expected: str) -> None:
    assert names(text) == expected.split()


@pytest.mark.parametrize("text", ["a &&", "a;;", "a & ; b", "a | | b", "a | ! b", "! | a", "(time)", "\n; a", "a |"])
def test_what_they_may_not_hold(text: str) -> None:
    assert refusal(text)


def test_however_long_they_are_flat() -> None:
    assert len(names("a|" * 3000 + "a")) == 3001
    assert len(names("a&&" * 3000 + "a")) == 3001


# ── redirects are parsed as bash parses them ──────────────────────────────────


@pytest.mark.parametrize(
    ("text", "descriptor", "operator", "target"),
    [
        ("x >a", None, ">", "a"),
        ("x 2>&1", 2, ">&", "1"),
        ("x 3<&-", 3, "<&", "-"),
        ("x {fd}>>a", "fd", ">>", "a"),
        ("x 1234567890>a", "1234567890", ">", "a"),
        ("x <<E\ny\nE\n", None, "<<", "E"),
    ],
)
def test_a_redirect_and_its_parts(text: str, descriptor: int | str | None, operator: str, target: str) -> None:
    [command] = Parser(text).parse()
    assert isinstance(command, Simple)
    [node] = command.redirects
    assert (node.descriptor, node.operator, node.target.text) == (descriptor, operator, target)


@pytest.mark.parametrize("text", ["x >", "x > ;", "x <<\n", "x >&)"])
def test_a_redirect_needs_a_word(text: str) -> None:
    with pytest.raises(Refused):
        Parser(text).parse()
