"""What the names of programs of Python stand for."""

import pytest

from wicket.shell.code_effects import Account, CodeNotUnderstood
from wicket.shell.languages.python_names_and_imports import Names, has_noted, is_of_python, lists
from wicket.shell.languages.python_syntax_tree import all_nodes, syntax_tree


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
