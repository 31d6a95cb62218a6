"""Tests of `absolute_paths`."""

import pytest

from wicket.policy.config.absolute_paths import join, leaves, rebased


@pytest.mark.parametrize(
    ("path", "means"),
    [
        ("/etc/passwd", "/etc/passwd"),
        ("/etc/./x/../passwd", "/etc/passwd"),
        ("/../../etc", "/etc"),
        ("~", "/home/me"),
        ("~/.ssh/**", "/home/me/.ssh/**"),
        ("~other/x", "/project/~other/x"),
        (".env", "/project/.env"),
        ("./src/*.py", "/project/src/*.py"),
        ("../common", "/common"),
        (".", "/project"),
    ],
)
def test_a_path_means_one_place(path: str, means: str) -> None:
    assert rebased(path, "/project", "/home/me") == means


def test_without_a_folder_or_a_home_a_path_stays_what_it_is() -> None:
    assert [rebased(path, "", "") for path in ("~/x", "./a/../b", "../a", "/a//b/", ".")] == [
        "~/x",
        "b",
        "../a",
        "/a/b",
        ".",
    ]


def test_joining_resolves_what_leads_back() -> None:
    assert [join("/a/b", "../c"), join("", "a/.."), join("", ""), join("/", "..")] == ["/a/c", ".", ".", "/"]


@pytest.mark.parametrize(
    ("path", "out"),
    [("a/b.yml", False), ("a/../b", False), ("./a/./..", False), ("..", True), ("a/../../b", True), ("", False)],
)
def test_what_leads_out_is_noticed(path: str, out: bool) -> None:
    assert leaves(path) is out
