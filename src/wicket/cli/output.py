"""What wicket prints: data to standard output, words for a person to standard error, no control characters.

Names and paths come from files that others wrote. Whatever is not printable is shown as an escape, so that
it can neither fake a line nor give the terminal orders.
"""

import json
import os
import sys
from collections.abc import Sequence
from typing import TextIO

import click

from wicket.errors import WicketError

__all__ = ["CannotWrite", "complain", "emit_json", "emit_table", "fitted", "say", "terminal_width", "visible"]


# One long cell is no reason to make all others as wide.
WIDEST = 100

# How far the rest of a line that was broken stands in.
HANG = 4

# A table is for looking over; what is longer than this is looked at elsewhere.
MAX_CELL = 1_000


class CannotWrite(WicketError):
    """What was asked for cannot be printed."""

    def __init__(self, error: OSError) -> None:
        super().__init__(f"cannot write: {error.strerror}")


def visible(text: str) -> str:
    """Show what cannot be printed as an escape."""
    if text.isprintable():
        return text
    return "".join(
        character if character.isprintable() else character.encode("unicode_escape").decode() for character in text
    )


def terminal_width(stream: TextIO | None) -> int | None:
    """How many columns a stream has; None: it is no terminal, or one that does not know its size."""
    try:
        if stream is None or not stream.isatty():
            return None
        return os.get_terminal_size(stream.fileno()).columns or None
    except (OSError, ValueError):  # closed, or without a descriptor
        return None


def fitted(text: str, stream: TextIO | None, hang: int = HANG) -> str:
    """Break a line at spaces to fit a terminal, and only there; what follows the first line stands `hang` columns in.

    So nothing that others wrote begins a line as we begin one. Longer words are left to the terminal.
    """
    width = terminal_width(stream)
    if width is None or len(text) < width:
        return text
    import textwrap

    return textwrap.fill(
        text,
        width - 1,
        subsequent_indent=" " * hang,
        break_long_words=False,
        break_on_hyphens=False,
        replace_whitespace=False,
    )


def say(text: str) -> None:
    """Tell the person one line."""
    click.echo(fitted(visible(text), sys.stderr), err=True)


def complain(text: str) -> None:
    """Tell the person what is wrong, in one line that names us: others write to the same stream."""
    say(f"wicket: {text}")


def emit_json(value: object) -> None:
    """Print a value for a program to read."""
    click.echo(json.dumps(value, indent=2))


def emit_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print rows in columns: fitted to the window on a terminal, one line each elsewhere. What is very long is cut."""
    shown = [[_cell(visible(cell)) or "-" for cell in row] for row in rows]
    if sys.stdout is not None and sys.stdout.isatty():
        _draw(header, shown)
        return
    lines = [list(header), *shown]
    widths = [min(WIDEST, max(len(line[column]) for line in lines)) for column in range(len(header))]
    for line in lines:
        cells = (cell.ljust(width) for cell, width in zip(line, widths, strict=True))
        click.echo("  ".join(cells).rstrip())


def _cell(text: str) -> str:
    more = len(text) - MAX_CELL
    return text if more <= 0 else f"{text[:MAX_CELL]}… and {more} characters more"


def _draw(header: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    # A tenth of a second to import, and only a person at a terminal gets something for it.
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, header_style="bold")
    for title in header:
        table.add_column(title, overflow="fold")
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    # With NO_COLOR there is no bold either: nothing but the text.
    Console(color_system=None if os.environ.get("NO_COLOR") else "auto").print(table)
