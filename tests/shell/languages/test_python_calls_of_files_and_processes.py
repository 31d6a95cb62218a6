"""What calls in programs of Python do."""

from typing import Any

import pytest

from wicket.shell.code_effects import Account, CodeNotUnderstood
from wicket.shell.languages.python_calls_of_files_and_processes import Calls
from wicket.shell.languages.python_names_imports_and_attributes import Names
from wicket.shell.languages.python_syntax_tree import all_nodes, syntax_tree


def calls_of(text: str) -> tuple[Calls, Any]:
    """Give what notes the calls of a program, and the call that it ends with."""
    tree = syntax_tree(text)
    done = Account()
    return Calls(Names(list(all_nodes(tree)), done), done), tree.body[-1].value


@pytest.mark.parametrize(
    ("text", "reads", "writes"),
    [
        ("open('a')", [("a",)], []),
        ("open('a', 'rb')", [("a",)], []),
        ("open('a', mode='w')", [], [("a",)]),
        ("open(file='a', mode='a+')", [("a",)], [("a",)]),
        ("open(0)", [], []),
    ],
)
def test_files_that_are_opened(text: str, reads: list[Any], writes: list[Any]) -> None:
    calls, node = calls_of(text)
    calls.opens(node, 1)
    assert (calls.done.reads, calls.done.writes) == (reads, writes)


@pytest.mark.parametrize(
    "text", ["open('a', x)", "open('a', 'q')", "open('a', opener=x)", "open('a', **x)", "open(x, 'w')"]
)
def test_files_that_cannot_be_told(text: str) -> None:
    calls, node = calls_of(text)
    with pytest.raises(CodeNotUnderstood):
        calls.opens(node, 1)


def test_a_method_of_a_path_is_seen_to() -> None:
    calls, node = calls_of("from pathlib import Path; Path('a').unlink()")
    assert calls.method(node, node.func)
    assert calls.done.commands == [("rm", "a")]
    calls, node = calls_of("from pathlib import Path; Path('a').read_text()")
    assert calls.method(node, node.func)
    assert calls.done.reads == [("a",)]


@pytest.mark.parametrize(
    ("text", "how", "field", "expected"),
    [
        ("f('a')", "read", "reads", [("a",)]),
        ("f('a')", "list", "listed", [("a",)]),
        ("f(x)", "list", "listed", []),
        ("f('-a')", "rm -rf", "commands", [("rm", "-rf", "./-a")]),
        ("f('a', 'b')", "mv", "commands", [("mv", "a", "b")]),
        ("f('a b')", "shell", "texts", ["a b"]),
        ("x = ['a', 'b']\nf(x)", "process", "commands", [("a", "b")]),
        ("f(['a'], stdin=x)", "process", "fed", [("a",)]),
        ("f('http://a', 'b')", "download", "writes", [("b",)]),
        ("f(filename='a')", "configure", "writes", [("a",)]),
    ],
)
def test_calls_that_are_more_than_computing(text: str, how: str, field: str, expected: list[Any]) -> None:
    calls, node = calls_of(text)
    calls.noted(node, how)
    assert getattr(calls.done, field) == expected


@pytest.mark.parametrize(
    ("text", "how"),
    [
        ("f(x)", "rm"),
        ("f()", "rm"),
        ("f(x)", "shell"),
        ("f(['a'], cwd='/')", "process"),
        ("f(['a'], shell=True)", "process"),
        ("f('a', input='b')", "process"),
        ("f('file:a')", "database"),
        ("f('file:///a')", "address"),
        ("f('os')", "import"),
        ("f(dir='/a')", "temporary"),
    ],
)
def test_calls_that_may_do_more(text: str, how: str) -> None:
    calls, node = calls_of(text)
    with pytest.raises(CodeNotUnderstood):
        calls.noted(node, how)


@pytest.mark.parametrize(
    "text",
    [
        "zipfile.ZipFile('a.zip').extractall('out')",
        "z = zipfile.ZipFile('a.zip')\nz.extractall(path='out')",
        "with zipfile.ZipFile('a.zip', 'r') as z: print(z.namelist())\nz.extractall('out', pwd=b'x')",
    ],
)
def test_an_archive_is_unpacked_as_by_unzip(text: str) -> None:
    calls, node = calls_of(f"import zipfile\n{text}")
    assert calls.method(node, node.func)
    assert calls.done.commands == [("unzip", "-d", "out", "a.zip")]
