"""Paths in programs of JavaScript."""

import pytest

from wicket.shell.languages.javascript_effects import account_of


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
