"""Tests of `archives_and_dry_run_options`."""

import pytest

from shell.reading import commands
from wicket.shell.catalogue.option_values_and_parse_result import Line
from wicket.shell.programs.archives_and_dry_run_options import FORMATS, PACKERS, is_denied, is_taken_back, taken_back
from wicket.shell.programs.file_access import acts
from wicket.shell.programs.subcommands import usage_of
from wicket.shell.read import read

# ── packers are known by name, and by the ending that they give ───────────────


def test_who_packs_and_who_unpacks() -> None:
    assert {"gzip", "gunzip", "xz", "unxz", "zstd"} <= PACKERS
    assert "tar" not in PACKERS
    assert FORMATS["gzip"] == ".gz"
    assert all(ending.startswith(".") for ending in FORMATS.values())


# ── options that others take back ─────────────────────────────────────────────


def line_of(text: str) -> tuple[str, Line]:
    taken = usage_of(commands(text)[0])
    assert taken is not None
    return taken.name, taken.line


@pytest.mark.parametrize(
    ("text", "option"),
    [
        ("git clean -n --no-dry-run", "-n"),
        ("git clean -n --no-dry", "--dry-run"),
        ("terraform fmt -check=false", "-check"),
        ("terraform fmt -check -check=0", "-check"),
        ("terraform fmt -check=$x", "-check"),
        ("unzip -l --l x", "-l"),
        ("unzip -l -- -l x", "-l"),
        ("unzip -lt- x", "-t"),
    ],
)
def test_what_is_taken_back(text: str, option: str) -> None:
    name, line = line_of(text)
    assert is_taken_back(name, [option], line)


@pytest.mark.parametrize(
    "text",
    [
        "git clean -n",
        "git clean -n --no-x",
        "terraform fmt -check=true",
        "unzip -l x",
        "unzip -lq x",
        "sort --parallel=0 x",
    ],
)
def test_what_holds(text: str) -> None:
    name, line = line_of(text)
    assert not taken_back(name, line) & {"-n", "--dry-run", "-check", "-l", "--parallel"}


def test_a_flag_that_denies_itself() -> None:
    for text, expected in (
        ("terraform apply -auto-approve=false", [True]),
        ("terraform apply -auto-approve=F -auto-approve", [True, False]),
        ("terraform apply -auto-approve=true -var=false", [False, False]),
    ):
        assert [is_denied(found) for found in line_of(text)[1].found] == expected


# ── names that packers make of others, and names that only an archive or a patch knows ──


def shown(text: str) -> list[tuple[str, str]]:
    return [(act.kind, str(act.word)) for act in acts(read(text).commands[0])]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("git apply p", [("touch", "p"), ("write", "None")]),
        ("git apply --check p", [("touch", "p")]),
        ("unzip -d d a", [("write", "d"), ("read", "a"), ("write", "None")]),
        ("7z x a", [("read", "a"), ("write", "None")]),
        ("7z l a", [("read", "a")]),
        ("patch", [("write", "None")]),
        ("gzip a", [("read", "a"), ("write", "a"), ("write", "a.gz")]),
        ("gzip -c a", [("read", "a")]),
        ("gunzip -N a.gz", [("read", "a.gz"), ("write", "a.gz"), ("write", "a"), ("write", "None")]),
        ("brotli a", [("read", "a"), ("write", "a.br")]),
        ("brotli -o b a", [("write", "b"), ("read", "a")]),
        ("zstd --output-dir-flat d a", [("write", "d"), ("read", "a"), ("write", "a.zst")]),
        ("7z a x b", [("read", "x"), ("write", "x"), ("read", "b")]),
        ("7z x a b", [("read", "a"), ("write", "None")]),
        ("7z $x a", [("touch", "…"), ("touch", "a"), ("write", "None")]),
        ("unrar l a", [("read", "a")]),
        ("unar a", [("read", "a"), ("write", "None")]),
        ("patch --dry-run", []),
        ("unzip -l a", [("read", "a")]),
        ("unzip -l --l a", [("read", "a"), ("write", "None")]),
        ("zip a 'b*c'", [("read", "a"), ("write", "a"), ("read", "b…c")]),
        ("zip a '.[e]nv'", [("read", "a"), ("write", "a"), ("read", ".…nv")]),
        ("7z a x 'b*'", [("read", "x"), ("write", "x"), ("read", "b…")]),
        ("7z a x @b", [("read", "x"), ("write", "x"), ("read", "b"), ("read", "None")]),
        ("7z a x -i'!b'", [("read", "b"), ("read", "x"), ("write", "x")]),
        ("7z a x -ir0'!b?'", [("read", "b…"), ("read", "x"), ("write", "x")]),
        ("7z a x -i@b", [("read", "b"), ("read", "None"), ("read", "x"), ("write", "x")]),
        ("7z a x -i$y", [("read", "None"), ("read", "x"), ("write", "x")]),
        ("7z a x -sdel b", [("delete", "None"), ("read", "x"), ("write", "x"), ("read", "b")]),
        ("lz4cat --rm a", [("delete", "None"), ("read", "a")]),
        ("base64 -Do a b", [("write", "a"), ("read", "b")]),
    ],
)
def test_names_of_archives(text: str, expected: list[tuple[str, str]]) -> None:
    assert shown(text) == expected
