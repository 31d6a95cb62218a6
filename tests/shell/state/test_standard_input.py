"""Functions, inputs and names, wherever they stand."""

from shell.reading import commands
from wicket.shell.state.standard_input import Input
from wicket.shell.state.variables_and_functions import State
from wicket.shell.unknown_values import Unknowable


def test_an_input_is_used_up_by_the_first_who_reads_it() -> None:
    known, outside = Input("a\n"), Input()
    known.use()
    outside.use()
    assert isinstance(known.value, Unknowable)
    assert not known.value.outside
    assert outside.value is None


def test_an_input_that_may_have_been_replaced_is_not_known() -> None:
    outer = State()
    inner = State(outer)
    inner.stdin = Input("x")
    outer.absorb(inner)
    assert isinstance(outer.stdin.value, Unknowable)
    outer.keep(inner)
    assert outer.stdin is inner.stdin


def test_who_reads_second_has_what_is_left() -> None:
    last = commands("{ read a; read b; $a; $b; } <<< $'x\\ny'")
    assert [command.name for command in last[-2:]] == ["x", None]
