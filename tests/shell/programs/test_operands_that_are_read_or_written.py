"""Options that move a program, or have it read names from a list."""

import pytest

from wicket.shell.programs.file_access import acts
from wicket.shell.programs.operands_that_are_read_or_written import MAX_FOLDERS
from wicket.shell.read import read


def shown(text: str) -> list[tuple[str, str]]:
    return [(act.kind, str(act.word)) for act in acts(read(text).commands[0])]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tar cf a -C d b", [("write", "a"), ("read", "b"), ("look", "d"), ("read", "d/b")]),
        ("tar cf a -C $d b", [("write", "a"), ("read", "b"), ("look", "…"), ("read", "None")]),
        ("make -C d", [("look", "d")]),
        ("tar cf a -C d *.c", [("write", "a"), ("read", "….c"), ("look", "d"), ("read", "d/….c")]),
        ("tar cf a -C d b*", [("write", "a"), ("read", "b…"), ("look", "d"), ("read", "d/b…")]),
        ('tar cf a -C d "$x"', [("write", "a"), ("read", "…"), ("look", "d"), ("read", "None")]),
        ("git hash-object --stdin-paths", [("read", "None")]),
        ("git checkout --pathspec-from-file=f", [("read", "f"), ("write", "None")]),
        ("git add --pathspec-from-file=f", [("read", "f"), ("read", "None")]),
        ("git commit --stdin", []),
    ],
)
def test_options_change_what_operands_are(text: str, expected: list[tuple[str, str]]) -> None:
    assert shown(text) == expected


def test_more_folders_than_are_followed_may_be_any() -> None:
    found = shown("tar cf a b " + " ".join(f"-C d{number}" for number in range(MAX_FOLDERS + 1)))
    assert found[-1] == ("read", "None")
    assert len(found) == 2 + 2 * MAX_FOLDERS + 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("xargs grep -r p", [("read", "…")]),
        ("xargs grep -re", [("read", "…"), ("read", ".")]),
        ("xargs grep -rf", [("read", "…"), ("read", "…"), ("read", ".")]),
        ("xargs grep -re p x", [("read", "x"), ("read", "…")]),
        (
            "xargs uv venv --clear -p",
            [("run", "…"), ("delete", "…"), ("delete", ".venv"), ("write", "…"), ("write", ".venv")],
        ),
    ],
)
def test_an_option_may_take_all_that_xargs_adds(text: str, expected: list[tuple[str, str]]) -> None:
    """Then nothing is named, and what lies here is meant."""
    assert [(act.kind, str(act.word)) for act in acts(read(text).commands[1])] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("sed -i'.git/hooks/*' s/a/b/ a.txt", [".git/hooks/a.txt"]),
        ("sed -i'old_*.bak' s/a/b/ d/a", ["old_a.bak", "d/old_a.bak"]),
        ("sed -i.bak s/a/b/ a", ["a.bak"]),
        ("perl -i'/etc/*' -pe 1 x", ["/etc/x"]),
    ],
)
def test_a_star_in_the_name_of_a_backup_is_the_name_of_the_file(text: str, expected: list[str]) -> None:
    assert set(expected) <= {word for kind, word in shown(text) if kind == "write"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("cp a b/c d", [("read", "a"), ("read", "b/c"), ("write", "d"), ("write", "d/a"), ("write", "d/c")]),
        ("cp -t d a", [("write", "d"), ("read", "a"), ("write", "d/a")]),
        ("mv a/ b", [("read", "a/"), ("delete", "a/"), ("write", "b"), ("write", "b/a")]),
        ("install -d a b", [("write", "a"), ("write", "b")]),
        ("awk -f p x y", [("read", "p"), ("run", "p"), ("read", "x"), ("read", "y")]),
        ("grep -e p x", [("read", "x")]),
        ("grep -r p", [("read", ".")]),
        ("grep -rn p src -not -path x", [("read", "src"), ("read", "x")]),
        ("grep -rn p src -t", [("read", "src")]),
        ("grep -r p -t src", [("read", "src"), ("read", ".")]),
        ("grep -rt p src", [("read", "src"), ("read", ".")]),
        ("rg p", [("read", ".")]),
        ("rg p x", [("read", "x")]),
        ("rgrep p", [("read", ".")]),
        ("git grep --no-index p", [("look", "p"), ("read", ".")]),
        ("ruby -i -e 1 x", [("read", "x"), ("write", "x")]),
        ("chmod --reference=a b", [("read", "a"), ("write", "b")]),
        ("date +%s", []),
        ("go fmt", [("read", "."), ("write", ".")]),
        ("dd if=a of=b bs=1", [("read", "a"), ("write", "b")]),
        ("find a b -name x", [("list", "a"), ("list", "b")]),
        ("find -name x -delete", [("delete", ".")]),
        ("perl -i -pe s/a/b/ x", [("read", "x"), ("write", "x")]),
        ("perl -ne print x", [("read", "x")]),
        ("curl file:///a/b FILE://localhost/c http://d", [("read", "/a/b"), ("read", "/c")]),
        ("curl 'file:///{a,b}'", [("read", "None")]),
        ("git rm --cached x", []),
        ("git rm x", [("delete", "x")]),
        ("git diff --no-index a b", [("read", "a"), ("read", "b")]),
        ("git checkout x -- y", [("touch", "x"), ("write", "y")]),
        ("git log x", [("look", "x")]),
        ("python -m x y", [("touch", "y")]),
        ("python x y", [("read", "x")]),
        ("cp *", [("read", "…"), ("write", "…")]),
        ("sftp h", []),
        ("sftp h:a/b", [("write", "."), ("write", "./b")]),
        ("sftp h:a d", [("write", "d"), ("write", "d/a")]),
        ("scp h:'*.c' d", [("read", "h:*.c"), ("write", "d"), ("write", "d/…")]),
        ("docker cp c:/x/y d", [("read", "c:/x/y"), ("write", "d"), ("write", "d/y")]),
        ("kubectl cp a p:/x", [("read", "a"), ("write", "p:/x"), ("write", "p:/x/a")]),
        ("unlz4 a.lz4", [("read", "a.lz4"), ("write", "a")]),
        ("ar t a", [("read", "a")]),
        ("ar rcs a b", [("write", "a"), ("read", "b")]),
        ("ar x a", [("write", "None"), ("read", "a")]),
        ("gcc @f", [("read", "f"), ("write", "None")]),
        ('gcc @"$x"', [("read", "None"), ("write", "None")]),
        ("objcopy a", [("read", "a"), ("write", "a")]),
        ("objcopy a b", [("read", "a"), ("write", "b")]),
        ("awk -i inplace 1 a", [("read", "inplace"), ("run", "inplace"), ("read", "a"), ("write", "a")]),
        ("awk -i lib 1 a", [("read", "lib"), ("run", "lib"), ("read", "a")]),
        ("tar df a", [("read", "None"), ("read", "a")]),
        ("ssh -o 'IdentityFile f' h", [("touch", "IdentityFile=f")]),
        ("socat - FILE:f", [("touch", "-"), ("touch", "FILE:f")]),
    ],
)
def test_what_they_are(text: str, expected: list[tuple[str, str]]) -> None:
    assert shown(text) == expected


def test_what_getent_looks_up_is_a_file() -> None:
    assert [(act.kind, str(act.word)) for act in acts(read("getent shadow x").commands[0])] == [("look", "/etc/shadow")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("rename x y x.txt", [("read", "x.txt"), ("delete", "x.txt"), ("write", "y.txt")]),
        ("rename s/x/y/ x.txt", [("read", "x.txt"), ("delete", "x.txt"), ("write", "None")]),
        ("rename x y *.txt", [("read", "….txt"), ("delete", "….txt"), ("write", "None")]),
        ("dotenv list", [("read", ".env")]),
        ("dotenv -f a get X", [("read", "a")]),
        ("dotenv npm start", []),
        ("dotenvx get X", [("read", ".env")]),
        ("dotenvx decrypt --stdout", [("read", ".env")]),
        ("uv venv -c x", [("delete", "x"), ("write", "x")]),
        ("go get -modfile=x y", [("touch", "x")]),
    ],
)
def test_what_stands_nowhere_is_named(text: str, expected: list[tuple[str, str]]) -> None:
    assert shown(text) == expected
