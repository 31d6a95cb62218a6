"""What conditions see of a command."""

from typing import Any

import pytest

from policy.judging import CWD, ENVIRON, compiled, world
from wicket.policy.evaluation.values_that_conditions_see import values_for_condition
from wicket.policy.matching.lazy_command_views import Context
from wicket.policy.matching.positions_and_flags import Captures
from wicket.shell.read import read

POLICY = compiled("definitions: {paths: {p: [/a, /b]}, vars: {v: {values: [x, y]}}}")


def data(text: str, number: int = 0) -> tuple[dict[str, Any], set[str]]:
    return values_for_condition(Context(read(text).commands[number], world()), POLICY, 0, Captures())


def test_all_of_it() -> None:
    seen, unknown = data("A=1 hx -x v --long=w a > out 2>&1 < in | cat")
    assert (seen, unknown) == (
        {
            "env": {**ENVIRON, "A": "1"},
            "flags": {"x": "v", "long": "w"},
            "args": ["a"],
            "paths": {"p": ["/a", "/b"]},
            "definitions": {"paths": {"p": ["/a", "/b"]}, "vars": {"v": ["x", "y"]}},
            "redirects": [
                {"type": "output", "operator": ">", "target": "out", "descriptor": 1},
                {"type": "dup", "operator": ">&", "target": "1", "descriptor": 2},
                {"type": "input", "operator": "<", "target": "in", "descriptor": 0},
            ],
            "pipe": {"stdin": False, "stdout": True},
            "vars": {},
            "flag_groups": {},
            "os": "linux",
            "shell": {"loop_kind": ""},
            "fs": {"home": "/home/ada", "cwd": CWD},
        },
        set(),
    )


@pytest.mark.parametrize(
    ("text", "flags", "args"),
    [
        ("hx -a -b", {"a": None, "b": None}, []),
        ("hx -a b c", {"a": "b"}, ["c"]),
        ("hx -a 1 -a 2", {"a": "2"}, []),
        ("hx -- -a b", {}, ["-a", "b"]),
        ("hx - x", {}, ["-", "x"]),
        ("curl -XPOST h", {"X": "POST", "request": "POST"}, ["h"]),
        ("curl --req POST h", {"X": "POST", "request": "POST", "req": "POST"}, ["h"]),
        ("sort -rn f", {"r": None, "reverse": None, "n": None, "numeric-sort": None}, ["f"]),
        ("git -C d push -f o", {"C": "d", "f": None, "force": None}, ["push", "o"]),
    ],
)
def test_flags_and_arguments(text: str, flags: dict[str, Any], args: list[str]) -> None:
    seen, _ = data(text)
    assert (seen["flags"], seen["args"]) == (flags, args)


@pytest.mark.parametrize(
    ("text", "unknown"),
    [
        ("hx $x", {"args", "flags", "vars", "flag_groups"}),
        ("hx > $x", {"redirects"}),
        ("A=$x hx", {"env"}),
        ("hx x", set()),
    ],
)
def test_what_is_not_known(text: str, unknown: set[str]) -> None:
    assert data(text)[1] == unknown


@pytest.mark.parametrize(
    ("text", "number", "loop"),
    [
        ("for i in 1; do hx; done", 0, "for"),
        ("while t; do hx; done", 1, "while"),
        ("until t; do hx; done", 1, "until"),
        ("select i in 1; do hx; done", 0, "for"),
        ("hx", 0, ""),
    ],
)
def test_the_loop_around_it(text: str, number: int, loop: str) -> None:
    assert data(text, number)[0]["shell"] == {"loop_kind": loop}


def test_what_a_wrapper_sets_reaches_the_command_in_it() -> None:
    assert data("A=1 B=2 bash -c 'B=3 hx'", 1)[0]["env"] == {**ENVIRON, "A": "1", "B": "3"}
