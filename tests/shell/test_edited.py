"""What an edit brings into a file."""

import pytest

from shell.reading import commands
from wicket.shell.edited import brought
from wicket.shell.programs import usage_of


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("sed -i 's/a/b/' f", ["b"]),
        ("sed -i.bak -E 's/a+/b_c/g' f", ["b_c"]),
        ("sed -i -e 's|a|x/y.z|' -e '/^#/d' f", ["x", "y", "z"]),
        ("sed -i 's/a = 1/a = \"2-x\"/; s/[/]b/c/' f", None),  # a bracket may hide the delimiter
        ("sed -i 's/a = 1/a = \"2-x\"/; s/[b]/c/' f", ["a", "2-x", "c"]),
        ("sed -i '5,$s/\\(a\\)/\\1b\\.c/' f", ["b", "c"]),
        ("sed -i '3d' f", []),
        ("sed -i '/a/,/b/d ; 1d' f", []),
        ("sed -i 's/a//' f", []),
        ("sed -i 's/a/b\\/c/' f", ["b", "c"]),
        ("sed -i 's/a/b&/' f", ["b"]),
        ("sed -i 's/a/true/' f", ["true"]),
        ("sed -i 's/a/b()/' f", None),
        ("sed -i 's/a/`b`/' f", None),
        ("sed -i 's/a/\\x28/' f", None),
        ("sed -i 's/a/b\\nc/' f", None),
        ("sed -i 's/a/import b/' f", None),
        ("sed -i 's/a/os/' f", None),
        ("sed -i 's/a/my_execSync/' f", None),
        ("sed -i 's/a/curl/' f", None),
        ("sed -i 's/a/b/e' f", None),
        ("sed -i 's/a/b/w g' f", None),
        ("sed -i 's/a/b' f", None),
        ("sed -i 's/a' f", None),
        ("sed -i 's/a\nb/c/' f", None),
        ("sed -i sxaxbx f", None),
        ("sed -i s f", None),
        ("sed -i '/a' f", None),
        ("sed -i '1i b' f", None),
        ("sed -i 'y/a/b/' f", None),
        ("sed -i '' 's/a/b/' f", None),  # there are two programs of that name
        ("sed -i -f g f", None),
        ("sed -i --odd 's/a/b/' f", None),
        ('sed -i "s/a/$b/" f', None),
        ('sed -i "$x" f', None),
        ("sed -i -e", None),
        ("sed -i", []),
        (f"sed -i 's/a/{'b' * 1001}/' f", None),
    ],
)
def test_what_sed_brings(text: str, expected: list[str] | None) -> None:
    taken = usage_of(commands(text)[-1])
    assert taken is not None
    assert brought(taken[2]) == expected
