"""Tests of `git_operands_and_shown_contents`."""

import pytest

from wicket.shell.programs.file_access import acts
from wicket.shell.programs.git_operands_and_shown_contents import shown
from wicket.shell.programs.subcommands import usage_of
from wicket.shell.read import read

# ── what git's operands are ───────────────────────────────────────────────────

OPERANDS = [
    ("git log x", [("look", "x")]),
    ("git log -L1,2:f", [("look", "1,2:f")]),
    ("git add ':(top)x'", [("look", "x")]),
    ("git add :/", [("look", ".")]),
    ("git add ':!x'", [("look", "x")]),
    ("git add '*.py'", [("look", "….py")]),
    ("git add 'a[bc]d'", [("look", "a…d")]),
    ("git add 'a*'", [("look", "a…")]),
    ("git add $x", [("look", "…")]),
    ("git show :x", [("look", ":x")]),
    ("git push x", [("touch", "x")]),
    ("git tag -l 'v*'", [("touch", "v*")]),
    ("git checkout 'a*'", [("touch", "a…")]),
    ("git hash-object --stdin", []),
    ("git checkout-index --stdin", [("write", "None")]),
    ("git rm x", [("delete", "x")]),
    ("git rm --cached x", []),
    ("git rm -n x", []),
    ("git mv a b", [("read", "a"), ("delete", "a"), ("write", "b")]),
    ("git diff --no-index a b", [("read", "a"), ("read", "b")]),
    ("git restore x", [("write", "x")]),
    ("git restore -S x", [("look", "x")]),
    ("git restore -SW x", [("write", "x")]),
    ("git restore -p", [("write", ".")]),
    ("git restore -p x", [("write", "x")]),
    ("git checkout x", [("touch", "x")]),
    ("git checkout -- x", [("write", "x")]),
    ("git checkout .", [("write", ".")]),
    ("git checkout -f", [("write", ".")]),
    ("git checkout -f main", [("touch", "main")]),
    ("git reset --hard", [("write", ".")]),
    ("git restore ':!x'", [("write", ".")]),
    ("git restore ':(exclude)x'", [("write", ".")]),
    ("git stash push -- x", [("touch", "push"), ("write", "x"), ("look", "x")]),
    ("git stash push -- ':^x'", [("touch", "push"), ("write", "."), ("look", ".")]),
    ("git stash -- list", [("write", "list"), ("look", "list")]),
    ("git reset x", [("touch", "x")]),
    ("git stash", [("write", ".")]),
    ("git stash list", [("look", "list")]),
    ("git stash show -p -- x", [("look", "show"), ("look", "x")]),
    ("git pull", [("touch", ".")]),
    ("git merge x", [("touch", "."), ("touch", "x")]),
    ("git revert x", [("touch", "."), ("touch", "x")]),
    ("git stash branch x", [("write", "."), ("touch", "branch"), ("touch", "x")]),
    ("git checkout-index -a", [("write", ".")]),
    ("git read-tree -u x", [("write", "."), ("touch", "x")]),
    ("git cat-file --batch", [("read", "None")]),
    ("git cat-file -p x", [("look", "x")]),
    ("git clone https://h/x.git", [("touch", "https://h/x.git"), ("write", "x")]),
    ("git clone h:a/b/.git/", [("touch", "h:a/b/.git/"), ("write", "b")]),
    ("git clone $x", [("touch", "…"), ("write", "…")]),
    ("git clone x y", [("touch", "x"), ("write", "y")]),
]


@pytest.mark.parametrize(("text", "expected"), OPERANDS)
def test_what_they_are(text: str, expected: list[tuple[str, str]]) -> None:
    assert [(act.kind, str(act.word)) for act in acts(read(text).commands[0])] == expected


# ── what git shows of all that it keeps ───────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("git log", []),
        ("git log -p", ["."]),
        ("git log --color-words", ["."]),
        ("git log --diff-merges=on", ["."]),
        ("git log -p -- x", []),
        ("git log -p -- .", ["."]),
        ("git grep x -- '*'", ["."]),
        ("git diff -- ':!x'", ["."]),
        ("git diff -- x ../y", ["."]),
        ("git -C a -C b diff", ["a/b"]),
        ("git -C a -C /b diff", ["/b"]),
        ("GIT_DIR=/x/.git git diff", ["/x/"]),
        ("GIT_INDEX_FILE=x git diff", ["…"]),
        ("git bisect view --stat", []),
        ("git bisect visualize -p", ["."]),
        ("git stash show -p", ["."]),
        ("git stash show", []),
        ("git stash -p", ["."]),
        ("git add -p", ["."]),
        ("git add x", []),
        ("git commit -v", ["."]),
        ("git commit -m x", []),
        ("git status -vv", ["."]),
        ("git status -s", []),
        ("git rebase --show-current-patch", ["."]),
        ("git diff", ["."]),
        ("git diff --stat", []),
        ("git -C d diff", ["d"]),
        ("git --git-dir=d/.git show", ["d/"]),
        ("git show HEAD:x", []),
        ("git worktree add x", ["."]),
        ("git clone x y", ["x"]),
        ("git clone file:///x y", ["/x"]),
        ("git clone https://h/x y", []),
        ("git clone h:x y", []),
        ("git clone $x y", []),
        ("git upload-pack x", ["x"]),
        ("git daemon x y", ["x", "y"]),
        ("git daemon --export-all", ["."]),
        ("git push origin main", []),
        ("git push ../x main", ["."]),
        ("git push file:///x main", ["."]),
    ],
)
def test_what_git_prints_or_copies_of_all_that_it_keeps(text: str, expected: list[str]) -> None:
    command = read(text).commands[0]
    taken = usage_of(command)
    assert taken is not None
    assert [str(word) for word in shown(command, taken.name, taken.line)] == expected
