"""Files and input that are run."""

import pytest

from shell.reading import opaque


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("node --test test/*.test.js", True),
        ('for f in t/*.sh; do bash "$f"; done', True),
        ("for f in t/*.sh; do bash $f; done", False),
        ('for f in *.sh; do bash "$f"; done', False),
        ("bash t/*", False),
        ("bash fd/*", False),
        ("bash /proc/*/x.sh", False),
        ('bash "t/$x.sh"', False),
        ("echo x > y; bash t/*.sh", False),
        ('for f in t/*.sh; do bash "$f"; echo x > y; done', False),
        ('for f in t/*.sh; do . "$f"; echo x > y; done', False),
        ("ls | bash t/*.sh", False),  # it may be no word
    ],
)
def test_a_file_that_a_glob_stands_for_is_there(text: str, known: bool) -> None:
    assert (opaque(text) == []) is known
