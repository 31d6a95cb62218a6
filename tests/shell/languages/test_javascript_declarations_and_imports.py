"""What the names of programs of JavaScript stand for."""

import pytest

from wicket.shell.code_effects import Account, CodeNotUnderstood
from wicket.shell.languages.javascript_declarations_and_imports import Names
from wicket.shell.languages.javascript_tokens_brackets_and_functions import TokenStream, tokens


def names_of(text: str) -> Names:
    found = tokens(text)
    assert found is not None
    return Names(TokenStream(found), Account())


@pytest.mark.parametrize(
    ("text", "modules", "functions"),
    [
        ("const f = require('fs')", {"f": "fs"}, {}),
        ("const f = require('node:fs/promises')", {"f": "fs"}, {}),
        ("const f = require('fs').promises", {"f": "fs"}, {}),
        ("const f = await import('child_process')", {"f": "child_process"}, {}),
        ("const {rmSync: r, promises: p} = require('fs')", {"p": "fs"}, {"r": ("fs", "rmSync")}),
        ("const f = require('fs'), {rmSync} = f", {"f": "fs"}, {"rmSync": ("fs", "rmSync")}),
        ("import f from 'fs'", {"f": "fs"}, {}),
        ("import {exec as e} from 'node:child_process'", {}, {"e": ("child_process", "exec")}),
        ("const p = require('path')", {}, {}),
    ],
)
def test_modules_that_act(text: str, modules: dict[str, str], functions: dict[str, tuple[str, str]]) -> None:
    names = names_of(text)
    assert (names.modules, names.functions) == (modules, functions)


def test_names_that_are_declared() -> None:
    names = names_of("const a = 1, [b] = c; function d(e) { } class F { } const g = h => 1; (i, j) => 2")
    assert names.declared == {"a", "b", "d", "e", "F", "g", "h", "i", "j"}
    assert names.callable == {"d", "F", "g"}
    assert names.paths.bound.keys() == {"a", "g"}


def test_what_comes_from_elsewhere_is_strange() -> None:
    names = names_of("const {a} = require('tool'); import b from './near.js'")
    assert (names.strange, names.loads_strangers) == ({"a", "b"}, True)


@pytest.mark.parametrize(
    ("module", "talks", "reads"),
    [("http", True, []), ("./a.json", False, [("./a.json",)]), ("a/b.json", False, [("node_modules/a/b.json",)])],
)
def test_what_loading_a_module_does(module: str, talks: bool, reads: list[tuple[str, ...]]) -> None:
    names = names_of("a")
    names.loads(module)
    assert (names.done.talks, names.done.reads) == (talks, reads)


@pytest.mark.parametrize("module", ["vm", "node:unknown", "data:text/javascript,a", "https://a/b.js", ""])
def test_modules_that_may_do_more(module: str) -> None:
    with pytest.raises(CodeNotUnderstood):
        names_of("a").loads(module)


@pytest.mark.parametrize(
    "text",
    [
        "const console = a",
        "import console from 'tool'",
        "const fs = require('fs'); const g = fs",
        "const f = require('fs').rmSync",
        "import a 1 'b'",
    ],
)
def test_names_that_stand_for_too_much(text: str) -> None:
    with pytest.raises(CodeNotUnderstood):
        names_of(text)
