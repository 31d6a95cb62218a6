"""Tests of `variable_values_and_attributes`."""

from wicket.shell.grammar.parser_and_simple_commands import Parser
from wicket.shell.grammar.syntax_nodes import Function
from wicket.shell.state.shell_state_variables_and_functions import State
from wicket.shell.state.variable_values_and_attributes import Defined, Traits, either, harmless
from wicket.shell.unknown_values import Unknowable

# ── what is known of a variable that may hold one value or another ────────────


def test_one_of_two_values() -> None:
    assert either("a", "a", "why") == "a"
    made = either("1", "a[$(x)]", "why")
    assert isinstance(made, Unknowable)
    assert (made.number, made.outside) == (False, False)
    assert harmless(False)
    assert harmless(["a"])
    assert not harmless({"k": "$x"})


# ── what is known of names is shared by all states of a text ──────────────────


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
