"""What a text may set for its own commands."""

import pytest

from wicket.policy.matching.variables_in_conditions import given, may_be_set, setters_of, variables
from wicket.shell.read import read


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("env.A == 'x'", ("A",)),
        ("has(env.A) && env.B_1 == 'x'", ("A", "B_1")),
        ("env['A'] == 'x'", ("A",)),
        ('env["A"] == "x"', ("A",)),
        ("environment == 'x' || myenv.A == 'x' || x.env == 'y'", ()),
        ("args[0] == 'env'", None),
        ("'A' in env", None),
        ("env.exists(k, k == 'A')", None),
        ("env['A' + 'B'] == 'x'", None),
        ("env[args[0]] == 'x'", None),
        ("size(env) > 3", None),
        ("true", ()),
    ],
)
def test_the_variables_that_a_condition_names(source: str, expected: tuple[str, ...] | None) -> None:
    assert variables(source) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("hx", False),
        ("A=1 hx", False),
        ("B=1; hx", False),
        ("A=1; hx", True),
        ("export A=1; hx", True),
        ("export 'A'=1; hx", True),
        ('declare -x "A=1"; hx', True),
        ("read A; hx", True),
        ("for A in 1; do hx; done", True),
        ("printf -v A x; hx", True),
        ("unset A; hx", True),
        ("source f; hx", True),
        (". f; hx", True),
        ("export $x; hx", True),
        ("read $x; hx", True),
        ("export B=$x; hx", True),
        ("export A=1; A=2 hx", False),
        ("A=1 bash -c hx", False),
        ("echo A; hx", True),
    ],
)
def test_whether_a_text_may_have_set_one(text: str, expected: bool) -> None:
    script = read(text)
    command = next(one for one in script.commands if one.name == "hx")
    assert may_be_set(("A",), setters_of(script), text, command) is expected


def test_of_all_variables_any_may_have_been_set() -> None:
    for text, expected in [("hx", False), ("A=1 hx", False), ("B=1; hx", True), ("echo A; hx", False)]:
        script = read(text)
        assert may_be_set(None, setters_of(script), text, script.commands[-1]) is expected


def test_the_outermost_comes_first() -> None:
    command = read("A=1 env bash -c 'B=2 hx'").commands[-1]
    assert [(one.name, str(one.value)) for one in given(command)] == [("A", "1"), ("B", "2")]
