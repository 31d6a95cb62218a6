"""Checks entries about programs: their examples, and `programs` of a policy file by itself, with line and column."""

import re
from collections.abc import Iterator, Mapping

from wicket.policy.config.document_nodes_and_checked_values import Entries, Form
from wicket.policy.config.sandbox_and_program_entries import program_entries
from wicket.policy_files import strict_yaml
from wicket.policy_files.catalogue_compiler import Problem, examples_of, programs_of
from wicket.policy_files.json_and_document_limits import Unreadable
from wicket.policy_files.toml_line_numbers import Places
from wicket.shell import Command, Word, World, read
from wicket.shell.catalogue.compiled_catalogue import entry
from wicket.shell.catalogue.entry_fields import APART, NOTHING, TEACHABLE_FIELDS, UNKNOWN, VERBS
from wicket.shell.catalogue.folder_uploads import carried_by, uploaded
from wicket.shell.dev_and_proc_paths import is_stream
from wicket.shell.programs.file_access import Act, acts, acts_of
from wicket.shell.programs.program_lookup import plain
from wicket.shell.programs.subcommands import understands, usage_of
from wicket.shell.programs.taught_programs import Taught, taught_programs

__all__ = ["check_policy", "found_in", "said", "wrong_examples", "wrong_examples_of"]


# ── examples of programs: what a command line is read as, in the words that an entry says it with ──

#     "mytool -o out.txt in.txt" = "writes out.txt, reads in.txt"
#
# An entry's examples are run against the reader: what is said must be all that is found, and nothing else.


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


# ── Checks `programs` of a policy file by itself: what is wrong, with line and column, and whether its examples hold ──


def check_policy(text: str, file: str) -> list[Problem]:
    """Say what is wrong with `programs` of a policy, and what may be; the rest of the policy is not looked at."""
    try:
        document = strict_yaml.read(text)
    except Unreadable as error:
        return [Problem(file, error.line, 1, f"{error.message}; {error.hint}" if error.hint else error.message)]
    entries = document.entries if isinstance(document, Entries) else {}
    if "programs" not in entries:
        return [Problem(file, 1, 1, "it teaches nothing, as it has no `programs`")]
    line, node = entries["programs"]
    form = Form(file)
    taught = program_entries(form, node, line, own=True)
    lines = text.split("\n")
    wrong = [
        Problem(
            file, *_place(lines, one.origin.line, one.about), f"{one.message}; {one.hint}" if one.hint else one.message
        )
        for one in (*form.problems, *form.warnings)
    ]
    if form.problems:
        return wrong
    programs = taught_programs({name: (entry,) for name, entry in taught.programs.items()})
    for example in taught.examples:
        found = found_in(example.command, programs)
        if found != said(example.said):
            at = example.origin.line
            wrong.append(Problem(file, at, _column(lines, at), f"`{example.command}` is read as: {', '.join(found)}"))
    return wrong


def _place(lines: list[str], line: int, word: str) -> tuple[int, int]:
    """Find a word in a line, or in those below it, as a text may go on there."""
    whole = re.compile(rf"(?<![^\s'\"{{,:]){re.escape(word)}(?![^\s'\"}},])")
    for number, text in _from(lines, line) if word else ():
        if (found := whole.search(text)) is not None:
            return number, found.start() + 1
    return line, _column(lines, line)


def _from(lines: list[str], line: int) -> Iterator[tuple[int, str]]:
    return enumerate(lines[max(line, 1) - 1 :], max(line, 1))


def _column(lines: list[str], line: int) -> int:
    """Give where the text of a line begins."""
    text = lines[line - 1] if 0 < line <= len(lines) else ""
    return len(text) - len(text.lstrip()) + 1
