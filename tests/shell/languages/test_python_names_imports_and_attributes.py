"""Tests of `python_names_imports_and_attributes`."""

import pytest

from wicket.shell.code_effects import Account, CodeNotUnderstood
from wicket.shell.languages.python_effects import account_of
from wicket.shell.languages.python_names_imports_and_attributes import Names, has_noted, is_of_python, lists
from wicket.shell.languages.python_syntax_tree import all_nodes, syntax_tree

# ── what the names of programs of Python stand for ────────────────────────────


def names_of(text: str) -> Names:
    return Names(list(all_nodes(syntax_tree(text))), Account())


@pytest.mark.parametrize(
    ("text", "full"),
    [
        ("import os; os.path.join", "os.path.join"),
        ("import os.path as p; p.join", "os.path.join"),
        ("from os import path; path.join", "os.path.join"),
        ("from os.path import join as j; j", "os.path.join"),
        ("import tool; tool.join", ""),
        ("join", ""),
        ("import os; f(os).path", ""),
    ],
)
def test_the_name_by_which_python_knows_it(text: str, full: str) -> None:
    assert names_of(text).full_name(syntax_tree(text).body[-1].value) == full


def test_what_comes_from_elsewhere_is_strange() -> None:
    text = "import tool.part as t; from . import near; from other import far; import json; t.a()[0].b"
    names = names_of(text)
    assert (names.strange, names.known_modules()) == ({"t", "near", "far"}, ["json"])
    assert names.is_strange(syntax_tree(text).body[-1].value)


@pytest.mark.parametrize(
    ("text", "talks"),
    [("import socket", True), ("from http.client import HTTPConnection", True), ("import json", False)],
)
def test_modules_that_talk_to_other_machines(text: str, talks: bool) -> None:
    done = Account()
    Names(list(all_nodes(syntax_tree(text))), done)
    assert done.talks is talks


@pytest.mark.parametrize(
    "text",
    [
        "import ctypes",
        "import distutils",
        "from os import *",
        "from math import *",
        "from os import execv",
        "import os, json as os",
        "import json as open",
        "import tool as open",
        "from tool import system",
        "import json; json = 1",
        "import json\ndef json(): pass",
        "import sys; sys.stdout = x",
    ],
)
def test_names_that_stand_for_too_much(text: str) -> None:
    with pytest.raises(CodeNotUnderstood):
        names_of(text)


def test_which_modules_and_names_are_listed() -> None:
    assert is_of_python("os")
    assert is_of_python("distutils")
    assert not is_of_python("requests")
    assert has_noted("subprocess")
    assert not has_noted("math")
    assert lists("os", "getcwd")
    assert not lists("os", "system")


# ── attributes in programs of Python, by themselves, as patterns, and as what `getattr` takes ──


@pytest.mark.parametrize(
    "text",
    [
        "import sys; type(sys.stdout.buffer.raw)('a', 'w')",
        "import sys; t = type(sys.stdout.buffer.raw); t('a', 'w')",
        "import sys; list(map(type, [sys.stdout.buffer.raw]))[0]('a', 'w')",
        "import sys; type[int](sys.stdout.buffer.raw)('a', 'w')",
        "import sys; sys.stdout.buffer.raw.__class__('a')",
        "import sys; [sys.stdout.buffer.raw.__class__][0]('a')",
        "import sys; f = sys.stdout.buffer.raw; f.__init__('a', 'w')",
        "def print(t): t('a', 'w')\nimport sys\nprint(type(sys.stdout.buffer.raw))",
        "match x:\n    case object(__class__=t): t('a')",
        "from pathlib import Path\nmatch Path('a'):\n    case Path(read_text=f): f()",
        "class A:\n    __match_args__ = ('a',)",
        "getattr(x, 'read_text')()",
        "getattr(x, '_private')",
        "from pathlib import Path; f = Path('a').write_text; f('x')",
        "from pathlib import Path; Path.write_text(Path('a'), 'x')",
        "from pathlib import Path; Path('a').rename(target='b')",
        "from pathlib import Path; q = Path; q.joinpath = lambda a, b: 'c'",
        "from pathlib import Path; p = Path('a'); p._str = 'b'",
        "x.__annotations__['y'] = 1",
        "class A:\n    __annotations__ = {'x': int}",
        "x.__file__ = 'a'",
        "import enum; enum.IntEnum._convert_('a', 'b', lambda n: True)",
        "import tempfile; d = tempfile.TemporaryDirectory(); d.name = 'src'; d.cleanup()",
        "import subprocess; p = subprocess.Popen(['ls']); p.pid = 1",
        "import importlib.util; importlib.util.find_spec('json').loader",
    ],
)
def test_what_leads_further(text: str) -> None:
    assert account_of(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "print(type(1), type(1).__name__, f'{type(1)}', type(1) is int, isinstance(1, type))",
        "class A:\n    def __init__(self): super().__init__(); self._x = 1\n    def f(self): return self._x",
        "class A:\n    __slots__ = ('a',)\nclass B(A):\n    def __init__(self): A.__init__(self)",
        "def f(x: type[int]) -> None: pass",
        "import pandas; d = pandas.read_csv('a'); d._mgr",
        "print(getattr(1, 'real'), (1).__class__.__name__)",
        "'a'.replace('b', 'c'); {}.copy()",
    ],
)
def test_what_is_looked_at(text: str) -> None:
    assert account_of(text) is not None


def test_a_method_that_reads_is_a_file_that_is_not_known() -> None:
    account = account_of("from pathlib import Path; print(list(map(Path.read_text, [Path('a')])))")
    assert account is not None
    assert account.unknown_read
