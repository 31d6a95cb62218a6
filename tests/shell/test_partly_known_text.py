"""Which texts a shape stands for."""

import pytest

from wicket.shell.partly_known_text import begins_plainly, fits


@pytest.mark.parametrize(
    ("shape", "text", "expected"),
    [
        ((None,), "x", True),
        (("a", None, "b"), "ab", True),
        (("a", None, "b"), "axb", True),
        (("a", None, "b"), "b", False),
        (("ab", None, "ba"), "aba", False),
        ((None, "x", None), "axb", True),
        ((None, "x", None), "ab", False),
    ],
)
def test_a_text_fits_a_shape(shape: tuple[str | None, ...], text: str, expected: bool) -> None:
    assert fits(shape, text) is expected


@pytest.mark.parametrize(
    ("shape", "expected"),
    [(("a", None), True), ((None, "a"), True), ((None,), True), (("-", None), False), ((None, "-a"), False)],
)
def test_a_dash_may_come_first_if_a_piece_is_missing(shape: tuple[str | None, ...], expected: bool) -> None:
    assert begins_plainly(shape) is expected
