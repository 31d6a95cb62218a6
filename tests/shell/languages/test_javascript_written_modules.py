"""Modules that a program of JavaScript writes, and loads afterwards."""

import pytest

from wicket.shell.code_effects import Account
from wicket.shell.languages.javascript_written_modules import writes_modules


@pytest.mark.parametrize(
    "shape",
    [("zz.js",), ("./a/zz.mjs",), ("zz/index.js",), ("z", None), ("./", None, ".js"), ("node_modules/x/index.js",)],
)
def test_what_may_be_loaded(shape: tuple[str | None, ...]) -> None:
    done = Account()
    done.writes = [shape]
    assert writes_modules(done, ["./zz"])
    assert not writes_modules(done, [])


@pytest.mark.parametrize("shape", [("a.js",), ("zz.txt",), ("b", None), ("a/b.json",)])
def test_what_is_not_loaded(shape: tuple[str | None, ...]) -> None:
    done = Account()
    done.writes = [shape]
    assert not writes_modules(done, ["./lib/zz.js"])


def test_what_is_moved_there() -> None:
    done = Account()
    done.commands = [("mv", "a", "zz.js")]
    assert writes_modules(done, ["./zz.js"])
