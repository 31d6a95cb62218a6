"""How a pipeline is shown to the person who decides: completely, and so that no two pipelines look alike.

One line for each stage, each word quoted as bash would read it back. What a person could take for something else is
spelled out (`$'\\u00a0'`): every character beyond ASCII except the accented letters of European languages, since a
Cyrillic а or a no-break space looks like what it is not. Free text, such as a reason, is only freed of what could move
the cursor: nobody executes it.
"""

from collections.abc import Iterable

__all__ = ["free_text", "one_line", "quoted", "stage_lines"]

_BARE = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789@%+=:,./_-"

# Words that mean something to a shell at the start of a command, if they stand there unquoted.
# fmt: off
_RESERVED = frozenset((
    "case", "coproc", "do", "done", "elif", "else", "esac", "fi", "for", "function", "if", "in", "select", "then",
    "time", "until", "while",
))
# fmt: on

_ESCAPES = {"\t": "\\t", "\n": "\\n", "\r": "\\r", "'": "\\'", "\\": "\\\\"}


def quoted(word: str) -> str:
    """Write a word so that it is itself and nothing else."""
    if word and not word.strip(_BARE):
        return word
    if all(map(_is_plain, word)):
        return "'" + word.replace("'", "'\\''") + "'"
    return "$'" + "".join(map(_spelled, word)) + "'"


def stage_lines(pipeline: Iterable[Iterable[str]]) -> tuple[str, ...]:
    """Write each stage on a line of its own, without a line break or any other control character in it."""
    return tuple(_command(tuple(stage)) for stage in pipeline)


def one_line(pipeline: Iterable[Iterable[str]]) -> str:
    """Write a pipeline as one line of shell. A bare `|` stands between stages and nowhere else."""
    return " | ".join(stage_lines(pipeline))


def free_text(text: str) -> str:
    """Make somebody's prose harmless to a terminal: whatever does not print is spelled out."""
    return "".join(character if character.isprintable() else _spelled(character) for character in text)


def _command(words: tuple[str, ...]) -> str:
    first, *rest = words
    shown = quoted(first)
    if shown == first and ("=" in first or first in _RESERVED):
        shown = f"'{first}'"  # a shell would take it for an assignment or for its own word
    return " ".join([shown, *map(quoted, rest)])


def _is_plain(character: str) -> bool:
    if character.isascii():
        return character.isprintable()
    import unicodedata  # large, and seldom needed

    return (
        "\u00c0" <= character <= "\u017f"
        and character.isalpha()
        and unicodedata.normalize("NFKC", character) == character
    )


def _spelled(character: str) -> str:
    if character in _ESCAPES:
        return _ESCAPES[character]
    if _is_plain(character):
        return character
    number = ord(character)
    # Always of full length: a digit that follows must not be taken for a part of it.
    return f"\\u{number:04x}" if number <= 0xFFFF else f"\\U{number:08x}"
