"""What compilers read, write and execute by their options."""

import pytest

from wicket.shell.programs.file_access import acts
from wicket.shell.programs.program_lookup import plain
from wicket.shell.read import read


def done(text: str) -> list[tuple[str, str]]:
    return [(act.kind, str(act.word)) for act in acts(read(text).commands[0])]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("gcc -ox y.c", [("write", "x"), ("read", "y.c")]),
        ("gcc -o x y.c", [("write", "x"), ("read", "y.c")]),
        ("gcc --output=x y.c", [("write", "x"), ("read", "y.c")]),
        ("gcc -nostdlib -no-pie y.c", [("read", "y.c")]),
        ("gcc -Wall -O2 -g -fPIC -march=native -std=c11 -pthread y.c", [("read", "y.c")]),
        ("gcc -MFx -MD y.c", [("write", "x"), ("read", "y.c")]),
        ("gcc -fdump-tree-all=x y.c", [("write", "x"), ("read", "y.c")]),
        ("gcc -fdump-tree-all y.c", [("read", "y.c")]),
        ("gcc -B./x y.c", [("read", "./x"), ("run", "./x"), ("read", "y.c")]),
        ("gcc -specs=x y.c", [("read", "x"), ("run", "x"), ("read", "y.c")]),
        ("as -al=x y.s", [("write", "x"), ("read", "y.s")]),
        ("as -a=x y.s", [("write", "x"), ("read", "y.s")]),
        ("ld -Map=x y.o", [("write", "x"), ("read", "y.o")]),
        ("ld --version", []),
        ("ld --plugin ./x y.o", [("read", "./x"), ("run", "./x"), ("read", "y.o")]),
        ("javac -d x Y.java", [("write", "x"), ("read", "Y.java")]),
        ("javac -Xlint:all -cp lib Y.java", [("read", "Y.java")]),
        ("tsc --noEmit", []),
    ],
)
def test_what_they_do(text: str, expected: list[tuple[str, str]]) -> None:
    assert done(text) == expected


@pytest.mark.parametrize("name", ["g++", "clang++", "gcc-12", "clang-17", "/usr/bin/aarch64-linux-gnu-gcc-13"])
def test_compilers_by_their_other_names(name: str) -> None:
    assert plain(name) == "gcc"
