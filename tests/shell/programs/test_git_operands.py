"""What git's operands are."""

import pytest

from wicket.shell.programs.file_access import acts
from wicket.shell.read import read

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
