"""Examples of programs: what a command line is read as, in the words that an entry says it with.

    "mytool -o out.txt in.txt" = "writes out.txt, reads in.txt"

An entry's examples are run against the reader: what is said must be all that is found, and nothing else.
"""

import re
from collections.abc import Iterator

from wicket.shell import Command, Word, read
from wicket.shell.catalogue.entry_form import NOTHING, UNKNOWN, VERBS
from wicket.shell.catalogue.folder_uploads import carried
from wicket.shell.programs.file_access import acts
from wicket.shell.programs.known_programs import plain, understands, usage_of
from wicket.shell.script import is_stream

__all__ = ["found_in", "said", "wrong_examples"]

# How each kind of act is said.
_SAID = {
    "read": "reads",
    "write": "writes",
    "delete": "deletes",
    "run": "runs",
    "touch": "may write",
    "look": "may read",
    "list": "lists",
    "mount": "mounts",
}

# A comma parts what is said where one of these follows.
_PARTED = re.compile(rf",\s+(?=(?:{'|'.join([*VERBS, NOTHING, UNKNOWN])})\b)")


def said(text: str) -> list[str]:
    """Take apart what an example says: `reads a, writes b` says two things."""
    return sorted(" ".join(part.split()) for part in _PARTED.split(text))


def found_in(text: str) -> list[str]:
    """Say what the first command of a text is read as: what it reads, writes, deletes and runs.

    `unknown`: some of it cannot be told, as an option or a subcommand is not listed. `nothing`: it is understood, and
    does none of this.
    """
    script = read(text)
    if not script.commands or script.refusal is not None:
        return [UNKNOWN]
    first = script.commands[0]
    return sorted({*_deeds(first, [other for other in script.commands if other.by is first])}) or [NOTHING]


def wrong_examples(examples: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Run examples. Gives each that is wrong, with what is found instead."""
    for text, expected in examples.items():
        found = found_in(text)
        if found != said(expected):
            yield text, ", ".join(found)


def _deeds(command: Command, inner: list[Command]) -> Iterator[str]:
    run = [" ".join(map(_quoted, other.words)) for other in inner]
    yield from (f"runs {text}" for text in run)
    for act in acts(command):
        word = act.word
        if act.kind == "run" and word is not None and any(text.startswith(str(word)) for text in run):
            continue  # it has been said, with all its words
        if word is None or not is_stream(word.text):
            yield f"{_SAID[act.kind]} {'files' if word is None else word}"
    _, folders = carried(command.words, plain(command.name or ""))
    yield from (f"uploads {folder}" for folder in folders)
    taken = usage_of(command)
    if command.opaque or not understands(command) or (taken is not None and taken.line.strange):
        yield UNKNOWN


def _quoted(word: Word) -> str:
    text = str(word)
    return f"'{text}'" if " " in text or not text else text
