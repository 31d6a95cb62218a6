"""Functions of a text are walked with the arguments of each call."""

import pytest

from shell.reading import argvs, commands, opaque


@pytest.mark.parametrize("body", ["return 1", "set -- z; return 1", "shift; x && return", "eval 'set -- z'; return"])
def test_the_arguments_outside_stay_when_a_function_returns_early(body: str) -> None:
    assert argvs(f"f() {{ {body}; }}; set -- a b; f x y; echo $1 $#")[-1] == ["echo", "a", "2"]
    # A loop that calls it is walked once, from the folder that the text begins in.
    last = commands(f"f() {{ {body}; }}; for i in $y; do f; cat z; done")[-1]
    assert (last.name, last.place.cwd) == ("cat", ("",))


def test_a_function_that_calls_itself_ends() -> None:
    assert opaque("f() { f; }; f") == ["calls f again from within f"]
