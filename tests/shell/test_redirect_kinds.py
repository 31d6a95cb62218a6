"""What a redirect is for."""

import pytest

from shell.reading import commands


@pytest.mark.parametrize(
    ("text", "kind", "writes", "reads", "descriptor"),
    [
        ("a > x", "output", True, False, 1),
        ("a 2>> x", "output", True, False, 2),
        ("a >| x", "output", True, False, 1),
        ("a &> x", "output", True, False, 1),
        ("a >& x", "output", True, False, 1),
        ("a <> x", "output", True, True, 0),
        ("a < x", "input", False, True, 0),
        ("a <<< x", "input", False, False, 0),
        ("a 2>&1", "dup", False, False, 2),
        ("a >&-", "dup", False, False, 1),
        ("a > /dev/null", "output", False, False, 1),
        ('a > "$x"', "output", True, False, 1),
        ("a {fd}> x", "output", True, False, "fd"),
    ],
)
def test_redirects(text: str, kind: str, writes: bool, reads: bool, descriptor: int | str) -> None:
    (redirect,) = commands(text)[0].redirects
    assert (redirect.kind, redirect.writes, redirect.reads, redirect.descriptor) == (kind, writes, reads, descriptor)


def test_quotes_are_no_part_of_a_target() -> None:
    (redirect,) = commands('a > "/etc/passwd"')[0].redirects
    assert redirect.target.text == "/etc/passwd"
