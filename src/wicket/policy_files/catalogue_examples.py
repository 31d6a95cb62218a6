"""Examples of programs: what a command line is read as, in the words that an entry says it with.

    "mytool -o out.txt in.txt" = "writes out.txt, reads in.txt"

An entry's examples are run against the reader: what is said must be all that is found, and nothing else.
"""

import re
from collections.abc import Iterator, Mapping

from wicket.policy_files.catalogue_compiler import Problem, examples_of, programs_of
from wicket.policy_files.toml_line_numbers import Places
from wicket.shell import Command, Word, World, read
from wicket.shell.catalogue.compiled_catalogue import entry
from wicket.shell.catalogue.entry_fields import APART, NOTHING, TEACHABLE_FIELDS, UNKNOWN, VERBS
from wicket.shell.catalogue.folder_uploads import carried_by, uploaded
from wicket.shell.programs.file_access import Act, acts, acts_of
from wicket.shell.programs.program_lookup import plain, understands, usage_of
from wicket.shell.programs.taught_programs import Taught, taught_programs
from wicket.shell.read_result import is_stream

__all__ = ["found_in", "said", "wrong_examples", "wrong_examples_of"]

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


def found_in(text: str, programs: Mapping[str, tuple[Taught, ...]] | None = None) -> list[str]:
    """Say what the first command of a text is read as: what it reads, writes, deletes and runs.

    `unknown`: some of it cannot be told, as an option or a subcommand is not listed. `nothing`: it is understood, and
    does none of this. `programs` are those that a policy teaches.
    """
    script = read(text, World(programs=programs))
    if not script.commands or script.refusal is not None:
        return [UNKNOWN]
    first = script.commands[0]
    return sorted({*_deeds(first, [other for other in script.commands if other.by is first])}) or [NOTHING]


def wrong_examples(
    examples: Mapping[str, str], programs: Mapping[str, tuple[Taught, ...]] | None = None
) -> Iterator[tuple[str, str]]:
    """Run examples. Gives each that is wrong, with what is found instead."""
    for text, expected in examples.items():
        found = found_in(text, programs)
        if found != said(expected):
            yield text, ", ".join(found)


def wrong_examples_of(text: str, file: str) -> Iterator[Problem]:
    """Run the examples of a file that has been checked.

    A program that the catalogue does not hold as it stands there is read as a policy would teach it. That is enough for
    an entry without code of its own; of others, the examples are run when the catalogue has been compiled.
    """
    places = Places(text)
    examples = examples_of(text)
    for name, made in programs_of(text).items():
        known = entry(name)
        taught = None
        if known is None or not known.holds({field: made[field] for field in made if field not in APART}):
            if known is not None or "usage" not in made or not TEACHABLE_FIELDS.issuperset(made):
                continue
            taught = taught_programs({name: (made | {"file": file, "line": 0},)})
        for command, found in wrong_examples(examples.get(name, {}), taught):
            line, column = places.of((name, "examples", command))
            yield Problem(file, line, column, f"`{command}` is read as: {found}")


def _deeds(command: Command, inner: list[Command]) -> Iterator[str]:
    run = [" ".join(map(_quoted, other.words)) for other in inner]
    yield from (f"runs {text}" for text in run)
    done, folders, sure = _taught(command) if command.taught else _known(command)
    for act in done:
        word = act.word
        if act.kind == "run" and word is not None and any(text.startswith(str(word)) for text in run):
            continue  # it has been said, with all its words
        if word is None or not is_stream(word.text):
            yield f"{_SAID[act.kind]} {'files' if word is None else word}"
    yield from (f"uploads {folder}" for folder in folders)
    if command.opaque or not sure:
        yield UNKNOWN


def _known(command: Command) -> tuple[list[Act], list[Word], bool]:
    """Say what the catalogue knows: what a command does, which folders it takes, and whether all of it is listed."""
    _, folders = uploaded(command.words, plain(command.name or ""))
    taken = usage_of(command)
    return [*acts(command)], folders, understands(command) and (taken is None or not taken.line.strange)


def _taught(command: Command) -> tuple[list[Act], list[Word], bool]:
    """Say the same, as a policy teaches it."""
    done: list[Act] = []
    folders: list[Word] = []
    sure = True
    for one in command.taught:
        folders += carried_by(one.carriers, command.words)[1]
        taken = one.take(command)
        sure = sure and taken is not None and one.lists(taken)
        if taken is not None:
            done += acts_of(command, taken.name, taken.usage, taken.line)
    return done, folders, sure


def _quoted(word: Word) -> str:
    text = str(word)
    return f"'{text}'" if " " in text or not text else text
