"""Files that a command writes are remembered where the text may run them."""

import pytest

from shell.reading import opaque
from wicket.shell.unknown_values import PIPED
from wicket.shell.unwrapping.written_files import MAX_VAGUE, Written
from wicket.shell.words import UnknownWord, Word


@pytest.mark.parametrize(
    "text",
    ["tar c -C /bin rm | tar x; ./x", "tar cf - a | gzip | tar xzf -; ./x", "tar c a | (cd b; tar x); ./x"],
)
def test_an_archive_in_a_pipe_may_hold_any_file(text: str) -> None:
    assert opaque(text) == ["runs ./x, which this text has written"]


@pytest.mark.parametrize(
    "text", ["tar xf a.tar; ./x", "zcat a.tgz | tar x; ./x", "tar x < a.tar; ./x", "tar c a | tar x; make"]
)
def test_an_archive_from_outside_is_none_of_the_text(text: str) -> None:
    assert opaque(text) == []


def test_a_path_is_known_by_its_last_part() -> None:
    written = Written()
    unknown = UnknownWord((None,), "why", False, 0, 0)
    before = written.some, written.holds(unknown)
    written.add(Word("a/s.sh", 0, 0))
    assert (before, written.some) == ((False, False), True)
    assert written.holds(Word("./s.sh", 0, 0))
    assert not written.holds(Word("t.sh", 0, 0))
    assert written.holds(unknown)
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


def test_hooks_are_remembered() -> None:
    written = Written()
    written.add(Word(".git/hooks/x", 0, 0))
    assert written.hooks


def test_a_pipe_is_no_file() -> None:
    written = Written()
    written.add(UnknownWord(("/dev/fd/", None), PIPED, False, 0, 0))
    assert not written.some
    written.add(UnknownWord(("Makefile/dev/fd/", None), PIPED, False, 0, 0))
    assert written.some
