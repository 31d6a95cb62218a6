"""Options that move a program, or have it read names from a list."""

import pytest

from wicket.shell.programs.file_access import acts
from wicket.shell.programs.operands_changed_by_options import MAX_FOLDERS
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
        ("sed -i'.git/hooks/*' s/a/b/ a.txt", [".git/hooks/a.txt"]),
        ("sed -i'old_*.bak' s/a/b/ d/a", ["old_a.bak", "d/old_a.bak"]),
        ("sed -i.bak s/a/b/ a", ["a.bak"]),
        ("perl -i'/etc/*' -pe 1 x", ["/etc/x"]),
    ],
)
def test_a_star_in_the_name_of_a_backup_is_the_name_of_the_file(text: str, expected: list[str]) -> None:
    assert set(expected) <= {word for kind, word in shown(text) if kind == "write"}
