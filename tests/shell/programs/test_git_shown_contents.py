"""What git shows of all that it keeps."""

import pytest

from wicket.shell.programs.git_shown_contents import shown
from wicket.shell.programs.subcommands import usage_of
from wicket.shell.read import read


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
