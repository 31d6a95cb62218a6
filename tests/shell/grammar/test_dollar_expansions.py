"""What a dollar opens."""

import pytest

from shell.reading import argvs, names, refusal
from wicket.shell.grammar.parser_and_simple_commands import Parser
from wicket.shell.grammar.syntax_nodes import Arithmetic, Parameter, Substitution


def opened(text: str) -> object:
    part, end = Parser(text).dollar(0, False)
    assert end == len(text)
    return part


@pytest.mark.parametrize(
    ("text", "name", "operator", "flags"),
    [
        ("$a", "a", "", ""),
        ("$1", "1", "", ""),
        ("$@", "@", "", ""),
        ("${a}", "a", "", ""),
        ("${#a}", "a", "", "length"),
        ("${#}", "#", "", ""),
        ("${#-}", "-", "", "length"),
        ("${#:-x}", "#", ":-", ""),
        ("${!a}", "a", "", "indirect"),
        ("${!}", "!", "", ""),
        ("${!a*}", "a", "names", "indirect"),
        ("${a:-b}", "a", ":-", ""),
        ("${a:1:2}", "a", ":", ""),
        ("${a##*/}", "a", "##", ""),
        ("${a//b/c}", "a", "//", ""),
        ("${a/#b}", "a", "/#", ""),
        ("${a^^}", "a", "^^", ""),
        ("${a@P}", "a", "@P", ""),
        ("${a[1]%x}", "a", "%", ""),
        ("${10}", "10", "", ""),
        ("$\\\n{a\\\nb}", "ab", "", ""),
    ],
)
def test_parameters(text: str, name: str, operator: str, flags: str) -> None:
    part = opened(text)
    assert isinstance(part, Parameter)
    found = "length" if part.length else "indirect" if part.indirect else ""
    assert (part.name, part.operator, found) == (name, operator, flags)


def test_parentheses() -> None:
    assert isinstance(opened("$(a)"), Substitution)
    assert isinstance(opened("$((1+2))"), Arithmetic)
    assert isinstance(opened("$[1+2]"), Arithmetic)
    assert isinstance(opened("$((a) )"), Substitution)
    assert isinstance(opened("$((a);(b))"), Substitution)


def test_nothing_is_read_twice() -> None:
    deep = "${a[" * 30 + "x" + "]z}" * 30
    assert names(f"echo {deep}") == ["echo"]


def test_what_only_newer_shells_run_is_refused() -> None:
    assert refusal("echo ${ a; }") == "commands in braces, which newer shells run"


def test_patterns() -> None:
    assert argvs("shopt -s extglob\necho a@(b|c(d))e")[-1] == ["echo", "a…e"]
    assert "rm" in names("shopt -s extglob\necho @(a|$(rm x))")
