"""Tests of `standard_input_and_glob_options`."""

import pytest

from shell.reading import commands
from wicket.shell.read import read
from wicket.shell.state.shell_state_variables_and_functions import State
from wicket.shell.state.standard_input_and_glob_options import Input, show_hidden_names
from wicket.shell.unknown_values import GLOB, NAMED, Unknowable

# ── functions, inputs and names, wherever they stand ──────────────────────────


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


# ── options of shells by which globs stand for hidden names ───────────────────


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("rm x/*", False),
        ("shopt -s nullglob; rm x/*", False),
        ("shopt -s dotglob; rm x/*", True),
        ("shopt -s dot'glob'; rm x/*", True),
        ('shopt -s "$y"; rm x/*', True),
        ("GLOBIGNORE=y; rm x/*", True),
        ("setopt globdots; rm x/*", True),
        ("bash -O dotglob -c 'rm x/*'", True),
        ("source <(y); rm x/*", True),
    ],
)
def test_what_has_globs_stand_for_hidden_names(text: str, expected: bool) -> None:
    script = read(text)
    assert show_hidden_names(text, script.commands) is expected
    globs = [word for command in script.commands for word in command.words if word.reason in (GLOB, NAMED)]
    assert {word.reason for word in globs} <= {NAMED if expected else GLOB}
