"""Files that a text has written."""

from wicket.shell.words import UnknownWord, Word
from wicket.shell.written import MAX_VAGUE, Written


def test_a_path_is_known_by_its_last_part() -> None:
    written = Written()
    assert not written
    written.add(Word("a/s.sh", 0, 0))
    assert written
    assert written.holds(Word("./s.sh", 0, 0))
    assert not written.holds(Word("t.sh", 0, 0))
    assert written.holds(UnknownWord((None,), "why", False, 0, 0))
    assert written.any_of(("x", "s.sh"))


def test_a_path_that_is_partly_known() -> None:
    written = Written()
    written.add(UnknownWord((None, "/Makefile"), "why", False, 0, 0))
    assert written.holds(Word("d/Makefile", 0, 0))
    assert not written.holds(Word("x", 0, 0))
    assert written.any_of(("Makefile",))


def test_too_many_vague_ones_are_as_good_as_all() -> None:
    written = Written()
    for _ in range(MAX_VAGUE + 5):
        written.add(UnknownWord((None, "q"), "why", False, 0, 0))
    assert written.holds(Word("anything", 0, 0))


def test_git_is_remembered() -> None:
    written = Written()
    written.add(Word(".git/hooks/x", 0, 0))
    assert written.git


def test_edited_files_are_known_by_their_endings_and_what_is_new_in_them() -> None:
    written = Written()
    assert written.edits(("*.py",)) is None
    written.edit(Word("src/a.py", 0, 0), ["x"])
    written.edit(UnknownWord(("t/", None, ".py"), "a glob", False, 0, 0), ["y", "z"])
    written.edit(Word(".git/hooks/c.js", 0, 0), ["v"])
    written.edit(Word("Makefile", 0, 0), ["w"])
    assert (written.edits(("a.py", "*.py")), written.edits(("*.ts", ".py"))) == (["x", "y", "z"], None)
    assert [written.any_of((name,)) for name in ("*.py", "Makefile", "*.js")] == [False, True, True]
    assert written.git
    assert [written.holds(Word(path, 0, 0)) for path in ("./a.py", "t/b.py", "t/b.ts")] == [True, True, False]


def test_of_names_that_are_only_partly_known_few_are_kept_apart() -> None:
    written = Written()
    for _ in range(MAX_VAGUE + 1):
        written.edit(UnknownWord(("t/", None, ".py"), "a glob", True, 0, 0), [])
    assert written.any_of(("*.py",))
