"""Modules that a program of JavaScript has written itself."""

import pytest

from wicket.shell.code_effects import Account
from wicket.shell.languages.javascript_written_modules import writes_modules


@pytest.mark.parametrize(
    ("written", "loaded", "expected"),
    [
        (("zz.js",), "./zz.js", True),
        (("zz.js",), "./zz", True),
        (("lib/", None), "./lib/zz", True),
        (("out.txt",), "./zz", False),
        (("zz.js",), "lodash", False),
    ],
)
def test_what_is_written_and_loaded(written: tuple[str | None, ...], loaded: str, expected: bool) -> None:
    done = Account()
    done.writes.append(written)
    assert writes_modules(done, [loaded]) == expected


def test_what_a_process_puts_there() -> None:
    done = Account()
    done.commands.append(("cp", "a", "zz.js"))
    assert writes_modules(done, ["./zz"])
    assert not writes_modules(done, [])
