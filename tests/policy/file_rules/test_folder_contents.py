"""What lies in folders."""

import pytest

from policy.judging import world
from wicket.policy.file_rules.folder_contents import MAX_LOOKED, holds, is_folder, is_seen

FILES = {
    "/": ["w", "d"],
    "/w": ["a.lock", "sub", "x.egg", "closed"],
    "/w/sub": ["secrets", "b.txt"],
    "/w/sub/secrets": ["k"],
    "/w/x.egg": ["c.lock"],
    "/d": ["migrations"],
    "/d/migrations": ["1.sql"],
}
HERE = world(
    kind=lambda path: "folder" if path in FILES or path == "/w/closed" else "file" if "." in path else "",
    names=lambda path: FILES.get(path),
)


@pytest.mark.parametrize(
    ("folder", "below", "expected"),
    [
        (("w",), ("*.lock",), True),
        (("w", "sub"), ("*.lock",), False),
        (("w", "a.lock"), ("*.lock",), False),
        (("w", "nowhere"), ("*.lock",), False),
        (("w", "closed"), ("*.lock",), True),
        (("w", "sub"), ("secrets", "**"), True),
        (("w",), ("secrets", "**"), False),
        (("w", "sub"), ("b.txt",), True),
        (("w", "sub"), ("*", "k"), True),
        (("w", ("x", "")), ("*.lock",), True),
        (("w", ("s", "")), ("*.lock",), False),
        (("nowhere", ("s", "")), ("*.lock",), False),
        (("w", "closed", ("s", "")), ("*.lock",), True),
        ((("", ""), "sub"), ("b.txt",), True),
        ((("", ""), "sub"), ("*.lock",), False),
        ((("", ""), ("x", "")), ("*.lock",), True),
        ((("", ""), ("s", "")), ("*.lock",), False),
        ((("", ""), ("", "")), ("k",), True),
        ((("", ""), "closed", ("x", "")), ("*.lock",), True),
        (("w", "a.lock", ("x", "")), ("*.lock",), False),
        (("d",), ("migrations", "*"), True),
        (("d", "migrations"), ("migrations", "*"), True),
        (("w",), ("migrations", "*"), False),
    ],
)
def test_what_lies_right_in_a_folder(
    folder: tuple[str | tuple[str, ...], ...], below: tuple[str, ...], expected: bool
) -> None:
    assert holds(folder, below, HERE) is expected


@pytest.mark.parametrize(
    ("folder", "below", "expected"),
    [
        (("home", "ada", "work"), ("*.lock",), True),
        (("home",), ("*.lock",), True),
        (("home", "ada", "work"), (".env",), False),
        (("home", "ada", "work", "build"), ("*.lock",), False),
        (("home", "ada", "wor"), ("*.lock",), False),
        (("x", "migrations"), ("migrations", "*"), True),
        (("x",), ("migrations", "*"), False),
    ],
)
def test_what_is_not_there_to_be_seen(folder: tuple[str, ...], below: tuple[str, ...], expected: bool) -> None:
    assert holds(folder, below, world()) is expected


def test_what_lies_there_with_an_ending() -> None:
    assert [holds(("w",), ("a*",), HERE, ending) for ending in (".lock", ".py")] == [True, False]
    assert [holds(("w", "sub"), ("b.txt",), HERE, ending) for ending in (".txt", ".py")] == [True, False]


def test_a_glob_for_too_many_folders_may_hold_anything() -> None:
    here = world(kind=lambda _: "", names=lambda _: [f"x{i}" for i in range(MAX_LOOKED + 1)])
    assert holds(("w", ("x", "")), (".env",), here) is True
    assert holds(("w", ("x1", "")), (".env",), here) is False
    assert holds(("w", ("x1", ""), ("x", "")), (".env",), here) is True


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        (("w", "sub"), True),
        (("w", "a.lock"), False),
        (("w", "nowhere"), False),
        (("w", "*.lock"), False),
        (("w", "x.*"), True),
        (("*", "a.lock"), True),
        (("nowhere", "*"), False),
    ],
)
def test_what_is_a_folder(wanted: tuple[str, ...], expected: bool) -> None:
    assert is_folder(wanted, HERE) is expected


@pytest.mark.parametrize(
    ("folder", "wanted", "expected"),
    [
        (("w",), ("w", "sub", "secrets"), True),
        (("w",), ("w", "nowhere"), False),
        (("w",), ("w", "sub", "**"), True),
        (("w",), ("**", "x"), True),
        (("nowhere",), ("**", "x"), False),
        (("nowhere",), ("w", "sub"), False),
    ],
)
def test_what_is_seen(folder: tuple[str, ...], wanted: tuple[str, ...], expected: bool) -> None:
    assert is_seen(folder, wanted, HERE) is expected
    assert is_seen(folder, wanted, HERE, "context") is False  # there, every name with a dot is a file
