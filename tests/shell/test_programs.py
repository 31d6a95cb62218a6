"""What commands read, write, delete and run."""

import pytest

from shell.reading import commands
from wicket.shell.programs import PROGRAMS, acts, is_known, plain, understands, usage, usage_of


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
        ("find . -fprintf x %p", [("write", "x"), ("read", ".")]),
        ("uniq a b", [("read", "a"), ("write", "b")]),
        ("grep -f p x", [("read", "p"), ("read", "x")]),
        ("grep p x", [("read", "x")]),
        ("tar cf x a", [("write", "x"), ("read", "a")]),
        ("tar -xf x", [("write", "None"), ("read", "x")]),
        ("date -f x", [("read", "x")]),
        ("git log --output=x", [("write", "x")]),
        ("awk -f p x", [("read", "p"), ("run", "p"), ("read", "x")]),
        ("gzip -c x", [("read", "x")]),
        ("unknown x", []),
    ],
)
def test_acts(text: str, expected: list[tuple[str, str]]) -> None:
    assert told(text) == expected


def test_the_tables_know_a_program_under_any_path() -> None:
    assert plain("/usr/bin/gawk") == "awk"
    assert is_known("/bin/rm")
    assert is_known("python3.12")
    assert not is_known("frobnicate")
    assert usage("frobnicate") is None


def test_a_subcommand_is_found_behind_options() -> None:
    taken = usage_of(commands("kubectl -n prod exec pod -- ls")[0])
    assert taken is not None
    assert taken[0] == "kubectl exec"
    taken = usage_of(commands("git -C x diff --output=y")[0])
    assert taken is not None
    assert (taken[0], str(taken[2].value("--output"))) == ("git diff", "y")


def test_equal_options_have_one_meaning() -> None:
    found = usage("rm")
    assert found is not None
    assert found.option("-r") is found.option("--recursive") is found.option("--recu")


def test_names_from_strangers_are_not_kept_without_end() -> None:
    PROGRAMS.clear()
    long = "x" * 101
    assert not PROGRAMS[long].known
    assert long not in PROGRAMS
    assert not any(PROGRAMS[f"stranger{number}"].known for number in range(1500))
    assert len(PROGRAMS) == 500
    assert PROGRAMS["/usr/bin/gawk"].name == "awk"
    assert PROGRAMS["/usr/bin/gawk"] is PROGRAMS["/usr/bin/gawk"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("git log x", True),
        ("git --version", True),
        ("git merge-base a b", True),
        ("git no-such-verb x", False),
        ("cargo test x", True),
        ("cargo no-such-verb x", False),
        ("kubectl exec p -- x", True),
        ("kubectl no-such-verb x", False),
        ("docker no-such-verb x", True),
        ("no-such-program x", False),
        ("bash x", True),
        ("python3.11 x", True),
    ],
)
def test_a_subcommand_that_others_may_add_is_not_understood(text: str, expected: bool) -> None:
    assert understands(commands(text)[0]) is expected
