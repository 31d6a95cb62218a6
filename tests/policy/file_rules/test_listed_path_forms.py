"""Forms of listed paths."""

import pytest

from policy.judging import CWD, world
from wicket.policy.file_rules.listed_path_forms import expanded, normal


@pytest.mark.parametrize(
    ("path", "parts"),
    [("/", ()), ("/a/b", ("a", "b")), ("/a//./b/", ("a", "b")), ("/a/../b", ("b",)), ("/../../a", ("a",))],
)
def test_components(path: str, parts: tuple[str, ...]) -> None:
    assert normal(path) == parts


@pytest.mark.parametrize(
    ("entry", "path"),
    [("~", "/home/ada"), ("~/x", "/home/ada/x"), ("/x", "/x"), ("x", f"{CWD}/x"), ("~x", f"{CWD}/~x")],
)
def test_listed_paths_are_made_absolute(entry: str, path: str) -> None:
    assert expanded(entry, world()) == path
