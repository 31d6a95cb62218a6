"""Tests of `syntax_nodes`."""

import pytest

from shell.reading import names
from wicket.shell import read
from wicket.shell.grammar import syntax_nodes
from wicket.shell.grammar.parser_and_simple_commands import Parser
from wicket.shell.grammar.syntax_nodes import AndOr, Background, Block, For, If, Pipeline, Simple, dead, first_unread
from wicket.shell.unknown_values import Unknowable
from wicket.shell.walk import control_flow
from wicket.shell.walk.arithmetic import Arithmetic
from wicket.shell.walk.command_substitution import Substitutions
from wicket.shell.walk.control_flow import Reader
from wicket.shell.walk.word_and_tilde_expansion import Expansion

# ── what the parser makes ─────────────────────────────────────────────────────


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


# ── what was parsed and not visited makes a text not understood ───────────────

UNREAD = "a part of it was not read, so that what it runs is not known"


def listed(text: str) -> list[str]:
    """The kinds of nodes that the parser lists for a text."""
    parser = Parser(text)
    parser.parse()
    return [type(node).__name__ for node in parser.inventory]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a", ["Simple"]),
        ("a $(b)", ["Simple", "Substitution", "Simple"]),
        ("a `b`", ["Simple", "Substitution", "Simple"]),
        ("a <(b) >(c)", ["Simple", "Substitution", "Simple", "Substitution", "Simple"]),
        ("f() { a; }", ["Simple", "Function"]),
        ("a > b", ["RedirectNode", "Simple"]),
        ("{ a; } > b", ["Simple", "RedirectNode"]),
        ("a <<E\n$b\nE", ["RedirectNode", "Simple", "list"]),
        ("a <<'E'\n$b\nE", ["RedirectNode", "Simple"]),
        ("a $((1))", ["list", "Simple"]),
        ("((x))", ["list"]),
        ("for ((;;)); do a; done", ["list", "Simple"]),
        ("a ${x[1]}", ["list", "Simple"]),
        ("x[1]=2", ["list", "Simple"]),
        ("a `b \\`c\\``", ["Simple", "Substitution", "Simple", "Substitution", "Simple"]),
        ("a ${x:-$(b)}", ["Simple", "Substitution", "Simple"]),
        ("a ${x!$(b)}", ["Simple", "Substitution", "Simple"]),  # read once more, and listed once
    ],
)
def test_what_is_listed(text: str, expected: list[str]) -> None:
    assert sorted(listed(text)) == sorted(expected)


@pytest.mark.parametrize(
    "text",
    [
        "echo $(rm x)$",
        "cd $(rm x)$",
        "for i in $(rm x)$; do :; done",
        "a=($:$(rm x))",
        'echo "$(rm x)"$:',
        "echo $`rm x`",
        "echo a$%<(rm x)",
        "x=${y:+$(rm x)}; y=1; z=${y:+$(rm x)}",
        "eval 'echo $(rm x)$'",
        "bash -c 'echo $(rm x)$'",
        "alias a='echo $(rm x)$'; a",
        "trap 'echo $(rm x)$' EXIT",
    ],
)
def test_a_dollar_beside_a_substitution_hides_nothing(text: str) -> None:
    assert "rm" in names(text)


def test_what_is_not_come_to_counts_as_visited() -> None:
    assert read("unset x; echo ${x:+$(b $((1)) > c)}").refusal is None


def test_all_nodes_of_a_dead_part() -> None:
    parser = Parser("a $(b ${x[$(c)]} > d <<E\n$(e)\nE\n) $((f[1]))")
    found = set(map(id, dead(parser.parse())))
    assert [node for node in parser.inventory if id(node) not in found] == []


def test_the_first_that_was_not_visited() -> None:
    one, other = Simple(3), Simple(7)
    assert first_unread([one, other], [one, other]) is None
    assert first_unread([one, other], [other]) == 3
    assert first_unread([one, other], [one, one]) == 7  # twice is not both
    assert first_unread([["x"]], []) == 0


# ── a fault of the walk is noticed, wherever it is ───────────────────────────

METHODS = {
    "a substitution": (Substitutions, "_substitute", "echo $(rm x)"),
    "a subscript": (Arithmetic, "subscript", "echo ${x[$(rm x)]}"),
    "arithmetic": (Arithmetic, "arithmetic", "echo $((x[$(rm x)]))"),
    "an expansion": (Expansion, "_part", 'echo "$(rm x)"'),
    "a redirect": (Reader, "_bare", "{ a; } > $(rm x)"),
}
KINDS = {
    "a loop": (control_flow._COMPOUND, syntax_nodes.Loop, "while a; do rm x; done"),
    "a block": (control_flow._COMPOUND, syntax_nodes.Block, "{ rm x; }"),
    "a case": (control_flow._COMPOUND, syntax_nodes.Case, "case x in x) rm x;; esac"),
    "a condition": (control_flow._COMPOUND, syntax_nodes.Conditional, "[[ $(rm x) ]]"),
    "an if": (control_flow._COMPOUND, syntax_nodes.If, "if a; then rm x; fi"),
    "a pipe": (control_flow._RUN, syntax_nodes.Pipeline, "a | rm x"),
    "a function": (control_flow._RUN, syntax_nodes.Function, "f() { rm x; }; f"),
}


@pytest.mark.parametrize("fault", METHODS)
def test_a_walk_that_leaves_a_part_out_is_noticed(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    owner, method, text = METHODS[fault]
    assert read(text).refusal is None
    monkeypatch.setattr(owner, method, lambda *_: "")
    script = read(text)
    assert script.refusal is not None
    assert script.refusal.reason == UNREAD


@pytest.mark.parametrize("fault", KINDS)
def test_a_walk_that_leaves_a_kind_of_command_out_is_noticed(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table, kind, text = KINDS[fault]
    assert read(text).refusal is None
    monkeypatch.setitem(table, kind, lambda *_: None)
    script = read(text)
    assert script.refusal is not None
    assert script.refusal.reason == UNREAD


def test_a_round_that_is_forgotten_visits_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Loops are walked again when they turn out to assign more: only the last walk counts."""
    text = "while a; do x $(b); eval y=1; done"
    substitute = Substitutions._substitute
    walks: list[object] = []

    def only_once(self: Substitutions, node: syntax_nodes.Substitution) -> object:
        walks.append(node)
        return substitute(self, node) if len(walks) == 1 else Unknowable("left out")

    monkeypatch.setattr(Substitutions, "_substitute", only_once)
    script = read(text)
    assert len(walks) == 2
    assert script.refusal is not None
    assert script.refusal.reason == UNREAD


def test_the_offsets_of_a_slice_are_read_whatever_is_sliced() -> None:
    assert "rm" in names('echo "${x[@]:$(rm y)}"')
    assert read('for w in "${words[@]:5:${#words[@]}-1}"; do :; done').refusal is None
