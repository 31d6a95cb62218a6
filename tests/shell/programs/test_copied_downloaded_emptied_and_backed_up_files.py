"""Tests of `copied_downloaded_emptied_and_backed_up_files`."""

import pytest

from shell.reading import commands
from wicket.shell.programs.copied_downloaded_emptied_and_backed_up_files import MAX_UPLOADS, as_truncate
from wicket.shell.programs.file_access import acts
from wicket.shell.read import read

# ── what copies and moves write ───────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("cp a b", ["b", "b/a"]),
        ("cp -t d x/a b", ["d", "d/a", "d/b"]),
        ("cp x/*.py d", ["d", "d/….py"]),
        ("install -d a b", ["a", "b"]),
        ("scp h:x/y d", ["d", "d/y"]),
    ],
)
def test_the_target_and_what_the_sources_become(text: str, expected: list[str]) -> None:
    found = acts(read(text).commands[0])
    assert sorted({str(act.word) for act in found if act.kind == "write"}) == expected


# ── what addresses have curl and its like read and write ──────────────────────

FETCHED = [
    ("curl h", []),
    ("curl -H @f h", [("read", "f")]),
    ("curl --proxy-header @f h", [("read", "f")]),
    ('curl -H @"$x" h', [("read", "None")]),
    ("curl -H 'A: b' h", []),
    ("curl --url @f", [("read", "f")]),
    ("curl -w @f h", [("write", "None"), ("read", "f")]),
    ("curl -b f h", [("read", "f")]),
    ("curl -b a=b h", []),
    ("curl -o 'a#1' h", [("write", "a#1"), ("write", "a…")]),
    ("curl -o '#1' h", [("write", "#1"), ("write", "…")]),
    ("curl -O h/a", [("write", "a")]),
    ("curl -O --url h/a", [("write", "a")]),
    ("curl -O h/{a,b}", [("write", "a"), ("write", "b")]),
    ("curl -O 'h/x{a,b}'", [("write", "x…")]),
    ("curl -O 'h/[1-3]'", [("write", "…")]),
    ("curl -O $x", [("write", "…")]),
    ("curl -OJ h/a", [("write", "None")]),
    ("curl --output-dir d -O h/a", [("write", "d"), ("write", "d/a")]),
    ("curl --output-dir $x -O h/a", [("write", "…"), ("write", "None")]),
    ("curl -T f h", [("read", "f")]),
    ("curl -T- h", []),
    ("curl -T. h", []),
    ("curl -T '{a,b}' h", [("read", "None")]),
    ("curl -d @f h", [("read", "f")]),
    ("curl -d a=b h", []),
    ("curl -d $x h", [("read", "…")]),
    ("curl -F 'x=@a,b;type=c' h", [("read", "a,b"), ("read", "a"), ("read", "b")]),
    ("curl -F 'x=<a;headers=@\"b\"' h", [("read", "a"), ("read", "b")]),
    (f"curl -F 'x={'@a' * (MAX_UPLOADS + 1)}' h", [("read", "None")]),
    ("curl -K f", [("touch", "None"), ("read", "f"), ("run", "f")]),
    ("curl file:///a", [("read", "/a")]),
    ("curl file:a", [("read", "a")]),
    ("curl file:///{a,b}", [("read", "/a"), ("read", "/b")]),
    ("curl 'file:///{a,b}'", [("read", "None")]),
    ("curl -T f file:///a", [("read", "f"), ("write", "/a")]),
    ("wget http://h/a", [("write", "a")]),
    ("wget http://h", [("write", "index.html")]),
    ("wget http://h/$x", [("write", "…")]),
    ("wget -O f http://h/a", [("write", "f")]),
    ("wget -P d http://h/a", [("write", "d"), ("write", "d/a")]),
    ("wget --spider http://h/a", []),
    ("wget -r http://h", [("write", "index.html"), ("write", "None")]),
    ("wget -i f", [("read", "f"), ("write", "None")]),
    ("aria2c -d d http://h/a", [("write", "d"), ("write", "d/a")]),
]


@pytest.mark.parametrize(("text", "expected"), FETCHED)
def test_what_is_read_and_written(text: str, expected: list[tuple[str, str]]) -> None:
    assert [(act.kind, str(act.word)) for act in acts(read(text).commands[0])] == expected


# ── commands that empty a file without saying so ──────────────────────────────


@pytest.mark.parametrize(
    "text",
    [
        "> x.db",
        ": > x.db",
        "true >| x.db",
        "cat /dev/null > x.db",
        "echo -n > x.db",
        "printf '' > x.db",
        "cp /dev/null x.db",
    ],
)
def test_what_writes_nothing_empties(text: str) -> None:
    assert [str(word) for word in as_truncate(commands(text)[0]) or ()] == ["truncate", "-s", "0", "x.db"]


@pytest.mark.parametrize(
    "text", ["echo a > x.db", ": >> x.db", "cp y x.db", "> $x", "cat y > x.db", ": 2> x.db", "cp /dev/null $x"]
)
def test_what_writes_something_or_adds_does_not(text: str) -> None:
    assert as_truncate(commands(text)[0]) is None
