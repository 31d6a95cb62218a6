"""What commands read, write, delete and run."""

import pytest

from shell.reading import commands
from wicket.shell.programs.file_access import acts


def told(text: str) -> list[tuple[str, str]]:
    return [(act.kind, str(act.word)) for act in acts(commands(text)[-1])]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("cat a b", [("read", "a"), ("read", "b")]),
        ("cat -", []),
        ("sort -o x y", [("write", "x"), ("read", "y")]),
        ("sort -ox y", [("write", "x"), ("read", "y")]),
        ("sort --outp=x y", [("write", "x"), ("read", "y")]),
        ("sort -rno x", [("write", "x")]),
        ("sed -i s/a/b/ x", [("read", "x"), ("write", "x")]),
        ("sed -ni s/a/b/p x", [("read", "x"), ("write", "x")]),
        ("sed -n p x", [("read", "x")]),
        ("cp a b c", [("read", "a"), ("read", "b"), ("write", "c"), ("write", "c/a"), ("write", "c/b")]),
        ("cp -t d a", [("write", "d"), ("read", "a"), ("write", "d/a")]),
        ("mv a b", [("read", "a"), ("delete", "a"), ("write", "b"), ("write", "b/a")]),
        ("rm -rf a b", [("delete", "a"), ("delete", "b")]),
        ("tee -a x", [("write", "x")]),
        ("dd if=a of=b bs=1", [("read", "a"), ("write", "b")]),
        ("curl -so x http://y", [("write", "x")]),
        ("curl -d @f http://y", [("read", "f")]),
        ("curl -d a=b http://y", []),
        ("wget -O x http://y", [("write", "x")]),
        ("find a b -name c -delete", [("delete", "a"), ("delete", "b")]),
        ("find . -fprintf x %p", [("write", "x"), ("list", ".")]),
        ("uniq a b", [("read", "a"), ("write", "b")]),
        ("grep -f p x", [("read", "p"), ("read", "x")]),
        ("grep p x", [("read", "x")]),
        ("tar cf x a", [("write", "x"), ("read", "a")]),
        ("tar -xf x", [("write", "None"), ("read", "x")]),
        ("date -f x", [("read", "x")]),
        ("git log --output=x", [("write", "x")]),
        ("awk -f p x", [("read", "p"), ("run", "p"), ("read", "x")]),
        ("gzip -c x", [("read", "x")]),
        ("rsync -n a b", [("read", "a")]),
        ("rsync -n --delete --log-file=x a b", [("write", "x"), ("read", "a")]),
        ("patch --dry-run -o x a b", [("write", "x"), ("read", "b")]),
        ("xxd -n a b c", [("read", "b"), ("write", "c")]),
        ("xxd b -n", [("read", "b"), ("write", "-n")]),
        ("unknown x", []),
    ],
)
def test_acts(text: str, expected: list[tuple[str, str]]) -> None:
    assert told(text) == expected
