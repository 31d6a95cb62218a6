"""What wicket prints: data to standard output, words for a person to standard error, no control characters.

Names and paths come from files that others wrote. Whatever is not printable is shown as an escape, so that
it can neither fake a line nor give the terminal orders.
"""

import os
import sys

from wicket.errors import WicketError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO

__all__ = ["CannotWrite", "complain", "emit_json", "fitted", "say", "say_to_copy", "terminal_width", "visible"]


# How far the rest of a line that was broken stands in.
HANG = 4


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


def terminal_width(stream: "TextIO | None") -> int | None:
    """How many columns a stream has; None: it is no terminal, or one that does not know its size."""
    try:
        if stream is None or not stream.isatty():
            return None
        return os.get_terminal_size(stream.fileno()).columns or None
    except (OSError, ValueError):  # closed, or without a descriptor
        return None


def fitted(text: str, stream: "TextIO | None", hang: int = HANG) -> str:
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
    import click  # a command that runs without a word does without it

    click.echo(fitted(visible(text), sys.stderr), err=True)


def say_to_copy(text: str) -> None:
    """Tell the person one line that is to be copied, such as a command: it is left to the terminal to break it."""
    import click

    click.echo(visible(text), err=True)


def complain(text: str) -> None:
    """Tell the person what is wrong, in one line that names us: others write to the same stream."""
    say(f"wicket: {text}")


def emit_json(value: object) -> None:
    """Print a value for a program to read."""
    import json

    import click

    click.echo(json.dumps(value, indent=2))
