"""What calls of `fs` and `child_process` do in programs of JavaScript."""

from typing import Any

import pytest

from wicket.shell.code_effects import Account, CodeNotUnderstood
from wicket.shell.languages.javascript_file_and_process_calls import Calls
from wicket.shell.languages.javascript_path_values import Paths
from wicket.shell.languages.javascript_tokens import TokenStream, tokens


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
