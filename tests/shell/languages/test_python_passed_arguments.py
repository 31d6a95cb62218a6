"""What functions of Python are called with."""

import pytest

from wicket.shell.languages.python_effects import account_of
from wicket.shell.languages.python_passed_arguments import arguments_of_functions, bound_by
from wicket.shell.languages.python_syntax_tree import all_nodes, syntax_tree


@pytest.mark.parametrize(
    ("text", "reads"),
    [
        ("def f(x): open(x)\nf('a')", [("a",)]),
        ("def f(x): open(x)\nf('a'); f(x='b')", [("a",), ("b",)]),
        ("def f(x, y='b'): open(y)\nf(1)", [("b",)]),
        ("def f(*, y='b'): open(y)\nf(y='c')", [("b",), ("c",)]),
        ("async def f(x): open(x + '.txt')\nf('a')", [("a.txt",)]),
        ("def f(n): open(f'a{n}.txt')\nf(1)", [("a1.txt",)]),
        ("def f(n): open('a' + str(n))\nfor n in range(2): f(n)", [("a0",), ("a1",)]),
        ("def f(x): open(x)\ndef g(x): f(x)\ng('a')", [("a",)]),
    ],
)
def test_a_parameter_is_what_the_calls_give(text: str, reads: list[tuple[str | None, ...]]) -> None:
    account = account_of(text)
    assert account is not None
    assert (account.reads, account.unknown_read) == (reads, False)


@pytest.mark.parametrize(
    "text",
    [
        "def f(x): open(x)",
        "def f(x): open(x)\nf(*y)",
        "def f(x): open(x)\nf(**y)",
        "def f(*x): open(x)\nf('a')",
        "def f(x): open(x)\nf('a'); map(f, y)",
        "def f(x): open(x)\nf('a'); g = f",
        "def f(x): open(x)\ndef f(x): pass\nf('a')",
        "def f(x):\n    x = y\n    open(x)\nf('a')",
        "def f(x): open(x)\nf('a'); f(y)",
        "@g\ndef f(x): open(x)\nf('a')",
        "class A:\n    def f(self, x): open(x)\nA().f('a')",
        "class A:\n    def f(self, x): open(x)\ndef f(x): pass\nf('a')",
        "def f(x):\n    match y:\n        case x: open(x)\nf('a')",
        "x = 'a'\nmatch y:\n    case [*x]: open(x)",
        "x = 'a'\nmatch y:\n    case {**x}: open(x)",
        "def f(n): open(f'a{n}.txt')\nfor n in range(100): f(n)",
        "def f(x): open(x)\nf('a'); f(x + 'b')\ndef g(x): f(x)",
    ],
)
def test_what_may_come_from_elsewhere_is_not_known(text: str) -> None:
    account = account_of(text)
    assert account is None or account.unknown_read or any(None in shape for shape in account.reads)


def test_many_bindings_of_one_name_are_not_followed_without_end() -> None:
    account = account_of("x = 'a'\n" + "x = x + 'b'\n" * 1000 + "open(x)")
    assert account is not None
    assert account.unknown_read


def test_parameters_go_by_their_nodes() -> None:
    nodes = list(all_nodes(syntax_tree("def f(x): pass\nf(1)")))
    parameter = next(node for node in nodes if type(node).__name__ == "arg")
    assert list(arguments_of_functions(nodes)) == [id(parameter)]
    assert bound_by(parameter) == "x"


@pytest.mark.parametrize(
    "condition",
    ["if 1:", "for i in x:", "while x:", "with x:", "try:\n    pass\n  finally:", "if 1:\n    pass\n  else:"],
)
def test_a_method_below_a_condition_is_a_method(condition: str) -> None:
    text = f"class A:\n  {condition}\n    def f(self, p): open(p)\nf(0, 'a')\nA().f('b')"
    nodes = list(all_nodes(syntax_tree(text)))
    assert arguments_of_functions(nodes) == {}
