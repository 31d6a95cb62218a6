"""Bold and colours: there for who wants them, and nothing at all for who does not."""

import pytest

from wicket.cli.terminal_style import PLAIN, Style, style_for


def test_a_text_stands_between_its_sequences() -> None:
    style = style_for({"TERM": "xterm"})
    assert [style.bold("a"), style.good("a"), style.bad("a"), style.dim("a")] == [
        "\x1b[1ma\x1b[0m",
        "\x1b[32ma\x1b[0m",
        "\x1b[1;31ma\x1b[0m",
        "\x1b[2ma\x1b[0m",
    ]
    assert style.bold("") == ""


@pytest.mark.parametrize(
    "style",
    [PLAIN, style_for({"TERM": "xterm", "NO_COLOR": "1"}), style_for({"TERM": "dumb"}), style_for({})],
    ids=["plain", "no-color", "dumb", "no-terminal"],
)
def test_without_colours_there_is_nothing_but_the_text(style: Style) -> None:
    assert [style.bold("a"), style.good("a"), style.bad("a"), style.dim("a")] == ["a"] * 4
