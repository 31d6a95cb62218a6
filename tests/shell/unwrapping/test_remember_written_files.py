"""Files that a command writes are remembered where the text may run them."""

import pytest

from shell.reading import opaque


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
