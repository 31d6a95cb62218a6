"""Tests of `javascript_paths_and_file_and_process_calls`."""

from typing import Any

import pytest

from wicket.shell.code_effects import Account, CodeNotUnderstood
from wicket.shell.languages.javascript_effects import account_of
from wicket.shell.languages.javascript_paths_and_file_and_process_calls import Calls, Paths
from wicket.shell.languages.javascript_tokens_brackets_and_functions import TokenStream, tokens

# ── paths in programs of JavaScript ───────────────────────────────────────────


@pytest.mark.parametrize(
    ("path", "reads"),
    [
        ("'a' + '/b'", [("a/b",)]),
        ("`a/${x}.json`", [("a/", None, ".json")]),
        ("('a' + 'b')", [("ab",)]),
        ("__dirname + '/a'", [("./a",)]),
        ("process.cwd() + '/a'", [("./a",)]),
        ("path.join('a', 'b')", [("a/b",)]),
        ("path.join('a', '/b')", [("a/b",)]),
        ("path.join(__dirname, 'a')", [("a",)]),
        ("n", [("n/m",)]),
        ("n + '/o'", [("n/m/o",)]),
        ("'a/' + process.argv[1]", [("a/", None)]),
    ],
)
def test_what_is_known_of_a_path(path: str, reads: list[tuple[str | None, ...]]) -> None:
    account = account_of(f"const path = require('path'); let x; const n = 'n/m'; require('fs').readFileSync({path})")
    assert account is not None
    assert (account.reads, account.unknown_read) == (reads, False)


@pytest.mark.parametrize(
    "text",
    [
        "let x; require('fs').readFileSync(x)",
        "let x = 'a'; x = 'b'; require('fs').readFileSync(x)",
        "const x = 'a'; ['b'].map(x => require('fs').readFileSync(x))",
        "const x = ['a']; require('fs').readFileSync(x[0])",
        "const path = require('path'); let x; require('fs').readFileSync(path.join('a', x))",
        "let x; require('fs').readFileSync(x ? 'a' : 'b')",
        "require('fs').readFileSync('a' - 'b')",
    ],
)
def test_what_is_not_known_may_be_any_file(text: str) -> None:
    account = account_of(text)
    assert account is not None
    assert account.unknown_read


def test_a_program_names_files_by_the_folder_where_it_lies() -> None:
    account = account_of(
        "const path = require('path'); require('fs').readFileSync(path.join(__dirname, '..', 'a'))", "b/c"
    )
    assert account is not None
    assert account.reads == [("b/a",)]


# ── what calls of `fs` and `child_process` do in programs of JavaScript ───────


def called(module: str, function: str, arguments: str) -> dict[str, Any]:
    """Give what is noted of a call."""
    found = tokens(f"f{arguments}")
    assert found is not None
    done = Account()
    Calls(Paths(TokenStream(found)), done).of_module(module, function, 1)
    return {name: noted for name in done.__slots__ if (noted := getattr(done, name))}


@pytest.mark.parametrize(
    ("module", "function", "arguments", "noted"),
    [
        ("fs", "readFileSync", "('a', 'utf8')", {"reads": [("a",)]}),
        ("fs", "readFileSync", "(x)", {"unknown_read": True}),
        ("fs", "statSync", "('a')", {"listed": [("a",)]}),
        ("fs", "statSync", "(x)", {}),
        ("fs", "writeFileSync", "('a', x)", {"writes": [("a",)]}),
        ("fs", "copyFileSync", "('a', 'b')", {"reads": [("a",)], "writes": [("b",)]}),
        ("fs", "unlinkSync", "('-a')", {"commands": [("rm", "./-a")]}),
        ("fs", "renameSync", "('a', 'b')", {"commands": [("mv", "a", "b")]}),
        ("child_process", "execSync", "('a b', {encoding: 'utf8'})", {"texts": ["a b"]}),
        ("child_process", "exec", "('a b', (error, out) => out)", {"texts": ["a b"]}),
        ("child_process", "spawn", "('a', ['b', 'c'], {stdio: 'inherit'})", {"commands": [("a", "b", "c")]}),
        ("child_process", "execFile", "('a')", {"commands": [("a",)]}),
        ("process", "exit", "(1)", {}),
    ],
)
def test_what_a_call_does(module: str, function: str, arguments: str, noted: dict[str, Any]) -> None:
    assert called(module, function, arguments) == noted


@pytest.mark.parametrize(
    ("module", "function", "arguments"),
    [
        ("fs", "readFileSync", ".x"),
        ("fs", "writeFileSync", "(x)"),
        ("fs", "copyFileSync", "('a')"),
        ("fs", "unlinkSync", "(x)"),
        ("fs", "unlinkSync", "()"),
        ("fs", "symlinkSync", "('a', 'b')"),
        ("child_process", "execSync", "(x)"),
        ("child_process", "execSync", "('a', {cwd: '/'})"),
        ("child_process", "execSync", "('a', {'cwd': '/'})"),
        ("child_process", "execSync", "('a', {...x})"),
        ("child_process", "execSync", "('a', x)"),
        ("child_process", "spawnSync", "('a', [x])"),
        ("child_process", "fork", "('a')"),
        ("process", "binding", "('a')"),
        ("process", "env", "('a')"),
    ],
)
def test_calls_that_may_do_more(module: str, function: str, arguments: str) -> None:
    with pytest.raises(CodeNotUnderstood):
        called(module, function, arguments)
