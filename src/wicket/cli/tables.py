"""Tables that verbs print: columns fitted to the window on a terminal, one line per row elsewhere."""

import os
import sys
from collections.abc import Sequence

import click

from wicket.cli.output import visible

__all__ = ["MAX_CELL", "WIDEST", "emit_table"]

# One long cell is no reason to make all others as wide.
WIDEST = 100

# A table is for looking over; what is longer than this is looked at elsewhere.
MAX_CELL = 1_000


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
