"""What is known of names is shared by all states of a text."""

from wicket.shell.grammar.parser import Parser
from wicket.shell.grammar.syntax_nodes import Function
from wicket.shell.state.name_attributes import Defined, Traits
from wicket.shell.state.variables_and_functions import State


def test_all_states_of_a_text_share_what_is_known_of_names() -> None:
    state = State()
    assert State(state).traits is state.traits
    assert State(state).stdin is state.stdin
    assert isinstance(state.another_shell().traits, Traits)
    assert state.another_shell().traits is not state.traits


def test_a_function_may_not_be_defined() -> None:
    (node,) = Parser("f() { :; }").parse()
    assert isinstance(node, Function)
    defined = Defined(node, "f() { :; }", 0, None)
    again = defined.unsure()
    assert (defined.sure, again.sure, defined.called) == (True, False, True)
