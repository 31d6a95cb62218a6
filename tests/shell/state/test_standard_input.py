"""Functions, inputs and names, wherever they stand."""

from shell.reading import commands
from wicket.shell.grammar.parser import Parser
from wicket.shell.grammar.syntax_nodes import Function
from wicket.shell.state.standard_input import Defined, Input, Traits
from wicket.shell.state.variables_and_functions import State
from wicket.shell.words import Unknowable


def test_an_input_is_used_up_by_the_first_who_reads_it() -> None:
    known, outside = Input("a\n"), Input()
    known.use()
    outside.use()
    assert isinstance(known.value, Unknowable)
    assert not known.value.outside
    assert outside.value is None


def test_all_states_of_a_text_share_what_is_known_of_names() -> None:
    state = State()
    assert State(state).traits is state.traits
    assert State(state).stdin is state.stdin
    assert isinstance(state.another_shell().traits, Traits)
    assert state.another_shell().traits is not state.traits


def test_an_input_that_may_have_been_replaced_is_not_known() -> None:
    outer = State()
    inner = State(outer)
    inner.stdin = Input("x")
    outer.absorb(inner)
    assert isinstance(outer.stdin.value, Unknowable)
    outer.keep(inner)
    assert outer.stdin is inner.stdin


def test_a_function_may_not_be_defined() -> None:
    (node,) = Parser("f() { :; }").parse()
    assert isinstance(node, Function)
    defined = Defined(node, "f() { :; }", 0, None)
    again = defined.unsure()
    assert (defined.sure, again.sure, defined.called) == (True, False, True)


def test_who_reads_second_has_what_is_left() -> None:
    last = commands("{ read a; read b; $a; $b; } <<< $'x\\ny'")
    assert [command.name for command in last[-2:]] == ["x", None]
