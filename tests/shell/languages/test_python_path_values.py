"""Paths in programs of Python."""

import pytest

from wicket.shell.languages.python_effects import account_of


@pytest.mark.parametrize(
    ("text", "reads"),
    [
        ("open('a' + '/b')", [("a/b",)]),
        ("open(f'a/{x}.json')", [("a/", None, ".json")]),
        ("open('a/%s.json' % x)", [("a/", None)]),
        ("open('a/{}'.format(x))", [("a/", None)]),
        ("x = 'a'\nopen(x)", [("a",)]),
        ("x = 'a' if y else 'b'\nopen(x)", [("a",), ("b",)]),
        ("for x in ['a', 'b']: open(x)", [("a",), ("b",)]),
        ("from pathlib import Path\nopen(Path('a') / 'b' / 'c')", [("a/b/c",)]),
        ("from pathlib import Path\nopen(Path('a') / '/b')", [("/b",)]),
        ("import os\nopen(os.path.join('a', 'b'))", [("a/b",)]),
        ("import glob\nfor x in glob.glob('src/*.py'): open(x)", [("src/", None, ".py")]),
        ("from pathlib import Path\nfor x in Path('src').rglob('*.py'): x.read_text()", [("src/", None, ".py")]),
    ],
)
def test_what_is_known_of_a_path(text: str, reads: list[tuple[str | None, ...]]) -> None:
    account = account_of(text)
    assert account is not None
    assert (account.reads, account.unknown_read) == (reads, False)


@pytest.mark.parametrize(
    "text",
    [
        "open(x)",
        "x = 'a'\nx += y\nopen(x)",
        "def f(x): open(x)",
        "x = 'a'\nfor x in y: open(x)",
        "import os\nopen(os.path.join('a', x))",
        "from pathlib import Path\nopen(Path('a') / x)",
        "open('x' * 3)",
        "x = x\nopen(x)",
    ],
)
def test_what_is_not_known_may_be_any_file(text: str) -> None:
    account = account_of(text)
    assert account is not None
    assert account.unknown_read
