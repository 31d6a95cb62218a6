"""Tests of `python_syntax_tree`."""

import pytest

from wicket.shell.languages.python_effects import account_of
from wicket.shell.languages.python_syntax_tree import (
    all_nodes,
    arguments_of_functions,
    bound_by,
    dotted_names,
    is_string,
    keyword_value,
    no_python_takes,
    syntax_tree,
)

# ── syntax trees of programs of Python ────────────────────────────────────────


def kinds(text: str) -> list[str]:
    return [type(node).__name__ for node in all_nodes(syntax_tree(text))]


def test_what_stands_above_comes_first() -> None:
    assert kinds("f(a).b") == ["Module", "Expr", "Attribute", "Call", "Name", "Load", "Name", "Load", "Load"]


@pytest.mark.parametrize("text", ["x(", "\0", "# coding: utf-7\nprint(1)", "\n \t# coding=latin-1", "'\udc80'"])
def test_what_python_does_not_take_or_may_read_otherwise(text: str) -> None:
    assert syntax_tree(text) is None


def test_a_comment_about_letters_counts_in_the_first_two_lines_alone() -> None:
    assert syntax_tree("\n\n# coding: utf-7\nprint(1)") is not None


@pytest.mark.parametrize(
    ("text", "names"),
    [("a.b.c", ["a", "b", "c"]), ("a(1).b(2)", ["a", "b"]), ("a", ["a"]), ("'a'.b", []), ("a[0].b", [])],
)
def test_the_names_of_a_chain(text: str, names: list[str]) -> None:
    assert dotted_names(syntax_tree(text).body[0].value) == names


def test_the_keywords_of_a_call() -> None:
    call = syntax_tree("f('a', mode='r')").body[0].value
    assert is_string(call.args[0])
    assert keyword_value(call, "mode").value == "r"
    assert keyword_value(call, "file") is None


WRONG = [
    "import json; with open('a.json') as f: print(json.load(f))",
    "import os; for name in os.listdir('.'): print(name)",
    "try: import numpy; print('there'); except: print('missing')",
    "x = 'a;b'; if x: print(f'{x} {x!r} {{}}')",
    "import a;while  True: pass",
    " import sys, json d = json.load(sys.stdin) for t in d: print(t)",
    "import os x = 1",
]


@pytest.mark.parametrize("text", WRONG)
def test_a_line_that_is_wrong_in_every_python(text: str) -> None:
    assert no_python_takes(text)
    with pytest.raises(SyntaxError):
        compile(text, "<text>", "exec")


@pytest.mark.parametrize(
    "text",
    [
        "import os; os.system('x')",
        "import os; forward = 1",
        "import os; format(1)",
        "print('a; for b in c')",
        "print(1) # ; for x in y: pass",
        "f'{x['; for y in z: a']}'",
        "f'{x[\"'; for y in z: a'\"]}'",
        "x = '\\'; for y in z: a'",
        "x = 'never closed; for y in z",
        "import os; os.system('x')\nx; for y in z: a",
        "!rm x; for y in z: a",
        "x = !rm y; for y in z: a",
        "x = %run y; for y in z: a",
        " import os; for y in z: a",
        "print 1; exec 'x'",
        "import a; async = 1",
        "import a; match = 1",
        "import a; print b",
        "import a as b, c as d",
        "import a; b = [c for c in d if c not in e]",
        "import a; x = 'b c'",
        "import a; type B = c",
        "ls a",
    ],
)
def test_what_some_python_may_take_is_not_called_wrong(text: str) -> None:
    assert not no_python_takes(text)


def test_the_longest_text_is_looked_at_once() -> None:
    assert not no_python_takes("a" + ";" * 20_000)


# ── what functions of Python are called with ──────────────────────────────────


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
