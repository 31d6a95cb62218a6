"""What the text has done so far."""

from shell.reading import argvs
from wicket.shell.state.shell_state_variables_and_functions import State, both
from wicket.shell.unknown_values import Unknowable


def test_a_branch_makes_what_it_assigned_uncertain() -> None:
    outer = State()
    outer.set("a", "1")
    inner = State(outer)
    inner.set("a", "2")
    inner.set("b", "x")
    outer.absorb(inner)
    held = outer.get("a")
    assert isinstance(held, Unknowable)
    assert held.number
    assert outer.get("c") is False


def test_what_has_run_for_sure_is_kept() -> None:
    outer = State()
    inner = State(outer)
    inner.set("a", "2")
    outer.keep(inner)
    assert outer.get("a") == "2"


def test_directories() -> None:
    assert both(("a",), ("a", "b")) == ("a", "b")
    assert both(None, ("a",)) is None
    assert both(tuple("abcdefgh"), ("i",)) is None


def test_what_the_shell_says_cannot_be_assigned() -> None:
    state = State()
    state.set("_", "rm")
    assert state.get("_") is False


def test_another_shell_sees_only_that_something_was_assigned() -> None:
    outer = State()
    outer.set("a", "1")
    inner = outer.another_shell()
    assert isinstance(inner.get("a"), Unknowable)
    assert inner.get("b") is False


def test_what_is_forgotten_is_unknown_until_assigned() -> None:
    state = State()
    state.set("a", "1")
    state.forget("why")
    assert isinstance(state.get("a"), Unknowable)
    state.set("a", "2")
    assert state.get("a") == "2"


def test_a_read_only_variable_may_keep_its_value() -> None:
    state = State()
    state.set("a", "1")
    state.traits.frozen.add("a")
    state.set("a", "2")
    assert isinstance(state.get("a"), Unknowable)


def test_unset_uncovers_what_a_function_covers() -> None:
    assert argvs("x=rm; g() { unset x; }; f() { local x=ls; g; $x; }; f")[-1] == ["…"]
    assert argvs("x=ls; g() { unset x; unset x; }; f() { local x=2; g; }; f; ${x:-rm}")[-1] == ["…"]
    assert argvs("x=ls; f() { local x=2; unset x; ${x:-rm}; }; f")[-1] == ["rm"]
