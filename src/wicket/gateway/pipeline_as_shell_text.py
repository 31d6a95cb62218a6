"""Spells a pipeline as text of a shell, quoted so that just these words are read."""

import shlex
from collections.abc import Iterable

from wicket.shell.characters import listed

__all__ = ["as_text"]

# As words of a shell these would be no programs.
_RESERVED = listed("! { } [[ ]] case coproc do done elif else esac fi for function if in select then time until while")


def as_text(
    pipeline: tuple[tuple[str, ...], ...], assigned: Iterable[tuple[str, str]] = (), *, privileged: bool = False
) -> str:
    """Spell a pipeline so that a shell would read exactly these words, and assign these variables to each stage."""
    before = "".join(f"{name}={shlex.quote(value)} " for name, value in assigned) + ("sudo -- " if privileged else "")
    return " | ".join(
        before + " ".join([_program(argv[0]), *(shlex.quote(word) for word in argv[1:])]) for argv in pipeline
    )


def _program(word: str) -> str:
    """Spell a word where an assignment or a reserved word would be read as such."""
    return f"'{word}'" if word in _RESERVED or ("=" in word and shlex.quote(word) == word) else shlex.quote(word)
