"""Redirects are parsed as bash parses them."""

import pytest

from wicket.shell.grammar.parser import Parser
from wicket.shell.grammar.syntax_nodes import Simple
from wicket.shell.refusal import Refused


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
