"""Tests of `loops_and_pipelines`."""

import pytest

from shell.reading import argvs, commands, names, opaque
from wicket.shell import read
from wicket.shell.unknown_values import LOOPED

# ── loops: what one round assigns, the next one sees ──────────────────────────


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("for c in ls rm; do $c x; done", ["rm", "x"]),
        ("c=ls; while t; do $c x; c=rm; done", ["…", "x"]),
        ("for c in $(x); do echo $c; done", ["echo", "…"]),
        ("for c in -a -b; do :; done; echo $c", ["echo", "…"]),
        ("for f in src/*; do echo $f; done", ["echo", "src/…"]),
        ("for f in a.txt *.txt; do echo $f; done", ["echo", "….txt"]),
        ("for f in aba ab*a; do echo $f; done", ["echo", "ab…a"]),
        ("for f in a$x; do echo $f; done", ["echo", "…"]),
    ],
)
def test_what_a_round_sees(text: str, last: list[str]) -> None:
    assert argvs(text)[-1] == last


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ('for f in a/*.py; do cat "$f"; done', ["cat", "a/….py"]),
        ('for f in *.py *.md; do cat "$f"; done', ["cat", "…"]),
        ('for f in a/*.py a/*.md; do cat "$f"; done', ["cat", "a/…"]),
        ('for f in a/*/*.py; do cat "$f"; done', ["cat", "a/….py"]),
        ('for f in a/*.py b; do cat "$f"; done', ["cat", "…"]),
    ],
)
def test_the_files_that_a_glob_stands_for(text: str, last: list[str]) -> None:
    assert argvs(text)[-1] == last


def test_many_words_are_one_unknown_word_but_each_is_assigned() -> None:
    many = " ".join(f"w{i}" for i in range(20))
    assert argvs(f"for c in {many}; do echo $c; done") == [["echo", "w…"]]
    assert "rm" in names(f"declare -i n; for n in {many} 'a[$(rm x)]'; do :; done")


def test_a_function_that_one_round_defines_is_called_by_the_next() -> None:
    assert ["rm", "x"] in argvs("while a; do f x; f() { rm $1; }; cd ..; done")


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ('for f in src/*; do x=$(basename "$f"); cat y; done', True),
        ("a | while read f; do cat y; done", True),
        ("i=0; until [ $((i++)) -gt 1 ]; do cat y; done", True),
        ('for f in src/*; do x=$(basename "$f"); cat y; cd z; done', False),
        ('d=.; while t; do cat y; cd "$d"; d=z; done', False),
    ],
)
def test_a_loop_that_assigns_stays_in_its_folder(text: str, known: bool) -> None:
    cat = next(command for command in commands(text) if command.name == "cat")
    assert (cat.place.cwd is not None) is known


def test_a_counting_loop_is_quiet() -> None:
    assert opaque("for ((i = 0; i < 3; i++)); do echo $((i * 2)); done") == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("for i in $(seq 3); do c $i; done", True),
        ("for i in $(git rev-list -3 HEAD) $(seq 2); do c $i; done", True),
        ("for i in x$(seq 3); do c $i; done", False),
        ("for i in $(seq 3) -f; do c $i; done", False),
        ('for i in "$(seq 3)"; do c $i; done', False),
        ("for i in $(ls); do c $i; done", False),
        ("IFS=1; for i in $(seq 3); do c $i; done", False),
    ],
)
def test_each_of_several_tokens_is_one(text: str, expected: bool) -> None:
    assert commands(text)[-1].words[-1].bare is expected


@pytest.mark.parametrize(
    ("text", "shape", "reason"),
    [
        ('for d in */; do c "$d"; done', (None, "/"), LOOPED),
        ('for d in a/*/; do c "${d%/}"; done', ("a/", None), LOOPED),
        ('for d in a/*/; do c "${d}x"; done', ("a/", None, "/x"), LOOPED),
        ('for d in a/*/b/; do c "$d"; done', ("a/", None, "/b/"), "it differs from round to round"),
        ('for d in a/*/; do c "${d%?}"; done', (None,), f"made of {LOOPED}"),
    ],
)
def test_the_folders_that_a_glob_stands_for(text: str, shape: tuple[str | None, ...], reason: str) -> None:
    word = commands(text)[-1].words[-1]
    assert (word.shape, word.reason) == (shape, reason)


# ── lists and pipelines are walked as bash runs them ──────────────────────────


@pytest.mark.parametrize(
    "text",
    [
        "tee >(tool) <<< 'rm x'",
        "echo 'rm x' > >(tool)",
        "exec > >(tool); echo rm x",
        "{ echo a; printf 'rm x'; } > >(cat | tool)",
        "coproc tool; echo 'rm x' >&${COPROC[1]}",
        "f() { echo 'rm x'; }; f > >(tool)",
    ],
)
def test_what_is_printed_is_handed_to_whatever_it_may_be_written_to(text: str) -> None:
    tools = [command for command in read(text).commands if command.name == "tool"]
    assert tools
    for tool in tools:
        assert any("rm" in str(piece) for word in tool.handed for piece in word.shape)
