"""Names that packers make of others, and names that only an archive or a patch knows."""

import pytest

from wicket.shell.programs.file_access import acts
from wicket.shell.read import read


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
