"""What the parser makes."""

from wicket.shell.grammar.parser import Parser
from wicket.shell.grammar.syntax_nodes import AndOr, Background, Block, For, If, Pipeline, Simple


def test_long_lists_are_flat() -> None:
    (node,) = Parser("a|b|c|d").parse()
    assert isinstance(node, Pipeline)
    assert len(node.commands) == 4
    (node,) = Parser("a && b || c").parse()
    assert isinstance(node, AndOr)
    assert node.operators == ["&&", "||"]


def test_a_node_knows_where_it_stands() -> None:
    text = "a; { b c; } > d & for i in x; do y; done"
    nodes = Parser(text).parse()
    assert [text[node.start : node.end] for node in nodes] == ["a", "{ b c; } > d &", "for i in x; do y; done"]
    assert [type(node) for node in nodes] == [Simple, Background, For]


def test_a_lone_command_is_no_pipeline() -> None:
    assert [type(node) for node in Parser("a; (b); if c; then d; fi; ! e").parse()] == [Simple, Block, If, Pipeline]
