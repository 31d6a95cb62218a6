"""A table with one line for each entry: cut at spaces to fit the window of a terminal, whole elsewhere."""

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass

import click

from wicket.cli.line_breaks_and_pages import clipped, columns_of
from wicket.cli.output import say, terminal_width, visible
from wicket.cli.tables import emit_table

__all__ = ["Column", "cut", "emit_lines", "home_as_tilde"]

GAP = "  "
CUT = "…"

# Less of a text says nothing.
NARROWEST = 12


@dataclass(frozen=True, slots=True)
class Column:
    """A column. `widest` is its greatest width; 0: it shares the rest of the window with other such columns.

    With `once`, a value that all lines share is printed above them instead. A `path` is cut at its beginning.
    """

    title: str
    widest: int = 0
    once: bool = False
    path: bool = False


def emit_lines(columns: Sequence[Column], rows: Sequence[Sequence[str]]) -> None:
    """Print rows; on a terminal each on one line that fits, and a last line says if something was cut."""
    width = terminal_width(sys.stdout)
    if width is None:
        emit_table([column.title for column in columns], rows)
        return
    shown = [[visible(cell) for cell in row] for row in rows]
    kept = [number for number, column in enumerate(columns) if not (column.once and _is_same(shown, number))]
    same = [(columns[number].title, shown[0][number]) for number in range(len(columns)) if number not in kept]
    if said := ", ".join(f"{title} {cell}" for title, cell in same if cell):
        click.echo(cut(f"all {said}", width))
    wanted = [columns[number] for number in kept]
    cells = [[row[number] or "-" for number in kept] for row in shown]
    widths = _widths(wanted, cells, width - 1)
    titles = GAP.join(_fit(column, column.title, room) for column, room in zip(wanted, widths, strict=True) if room)
    click.echo(titles.rstrip() if os.environ.get("NO_COLOR") else click.style(titles.rstrip(), bold=True))
    for row in cells:
        line = GAP.join(
            _fit(column, cell, room) for column, cell, room in zip(wanted, row, widths, strict=True) if room
        )
        click.echo(line.rstrip())
    if any(columns_of(cell) > room for row in cells for cell, room in zip(row, widths, strict=True)):
        say("cut to fit the window; `| less -S` shows all of each line")


def home_as_tilde(path: str) -> str:
    """Spell a path below the home as a person does."""
    home = os.environ.get("HOME", "").rstrip("/")
    if home and (path == home or path.startswith(f"{home}/")):
        return f"~{path[len(home) :]}"
    return path


def cut(text: str, room: int) -> str:
    """As much of a text as fits, up to a space; a mark says that there is more. A very long word is cut anywhere."""
    if columns_of(text) <= room:
        return text
    piece = clipped(text, room - 1 - len(CUT), least=0)
    space = len(piece) if text[len(piece) :].startswith(" ") else piece.rfind(" ")
    if space > room // 3:
        return f"{piece[:space].rstrip()} {CUT}"
    return clipped(text, room - len(CUT), least=0) + CUT


def _is_same(rows: Sequence[Sequence[str]], number: int) -> bool:
    return len(rows) > 1 and all(row[number] == rows[0][number] for row in rows)


def _widths(columns: Sequence[Column], rows: Sequence[Sequence[str]], width: int) -> list[int]:
    """Say how much room each column gets; 0: it is left out, as there is none."""
    natural = [
        max(len(column.title), *(columns_of(row[number]) for row in rows)) for number, column in enumerate(columns)
    ]
    widths = [min(most, column.widest) if column.widest else 0 for most, column in zip(natural, columns, strict=True)]
    rest = width - sum(room + len(GAP) for room in widths if room)
    elastic = [number for number, column in enumerate(columns) if not column.widest]
    for number in elastic:
        behind = [other for other in elastic if other > number]
        # Who comes first leaves the others what they need, or two fifths, or nothing if that were too little.
        needed = sum(natural[other] + len(GAP) for other in behind)
        left = min(needed, rest * 2 // 5)
        room = min(natural[number], rest - (left if left >= min(needed, NARROWEST) else 0))
        if room < min(NARROWEST, natural[number]):
            continue
        widths[number] = room
        rest -= room + len(GAP)
    return widths


def _fit(column: Column, cell: str, room: int) -> str:
    if column.path and columns_of(cell) > room:
        cell = CUT + cell[len(cell) - room + len(CUT) :]
    shown = cut(cell, room)
    return shown + " " * (room - columns_of(shown))
