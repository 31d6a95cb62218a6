"""Code in another language that a command hands to an interpreter: what it does is told, or it may do anything."""

from wicket.shell.code_effects import FoundPath
from wicket.shell.languages import language_dispatch
from wicket.shell.unknown_values import FOUND
from wicket.shell.unwrapping.wrapped_commands_and_shell_texts import opaque
from wicket.shell.words import UnknownWord, Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.read_result import Command
    from wicket.shell.unknown_values import Shape
    from wicket.shell.unwrapping.walk_interface import Runner

__all__ = ["WORK_OF_CODE", "look_into_code", "run_code", "shaped"]


def look_into_code(reader: "Runner", command: "Command", spoken: str, text: str, by: str = "", path: str = "") -> None:
    """See code that a command is given: what it does is told apart, or it may do anything.

    `by` is the option that brings it, `path` that of a file that the text has written before.
    """
    folder, slash, file = path.rpartition("/")
    if file and any(account.file == file for account in command.code):
        return
    if language_dispatch.harmless(spoken, text) or (by and language_dispatch.reads(spoken, text) is not None):
        return
    reader.spend(WORK_OF_CODE * (20 + min(len(text), language_dispatch.MAX_ACCOUNTED)))
    found = language_dispatch.account(spoken, text, folder or slash or ".")
    if found is None:
        opaque(command, f"runs code of {spoken}")
        return
    found.by = by
    found.file = file
    command.code = (*command.code, found)
    start, end = command.span
    why = f"{spoken} {by}".strip()
    for shape in found.writes:
        reader.written.add(_as_written(shape, start, end), command.place.cwd)
    for words in found.commands:
        reader.run_words(tuple([Word(one, start, end) for one in words]), why, command)
    for words in found.fed:
        quoted = " ".join(["'" + one.replace("'", "'\\''") + "'" for one in words])
        reader.run_derived(quoted, why, command, fed=True)
    for line in found.texts:
        reader.run_derived(line, why, command)
    for given in found.given:
        named = len(given) <= _LONGEST_NAME and ("." in given or "/" in given) and not any(c.isspace() for c in given)
        if named and (given,) not in found.reads:
            reader.written.add(Word(given, start, end), command.place.cwd)  # whoever is handed a name may write there


def _as_written(shape: "Shape", start: int, end: int) -> Word:
    """Make a word of a path that code writes. Of one that was found, only the name counts, wherever it lies."""
    if isinstance(shape, FoundPath):
        return UnknownWord((None, shape.ending) if shape.ending else (None,), FOUND, False, start, end)
    return shaped(shape, start, end)


def shaped(shape: "Shape", start: int, end: int) -> Word:
    """Make a word of what is known of a path in code."""
    if len(shape) == 1 and shape[0] is not None:
        return Word(shape[0], start, end)
    if isinstance(shape, FoundPath):
        found = (shape.folder, None, shape.ending) if shape.ending else (shape.folder, None)
        return UnknownWord(found, FOUND, False, start, end)
    return UnknownWord(shape, "what the code makes of it", False, start, end)


_LONGEST_NAME = 200


# What it takes to look at a character of a program in another language.
WORK_OF_CODE = 20


def run_code(reader: "Runner", command: "Command", word: Word | None, spoken: str, by: str = "") -> None:
    if word is None:
        return
    text = word.text
    if text is None and word.number and len(word.shape) > 1:
        # Of a number, one will do. What else stands in a hole is not understood.
        text = "".join("1" if piece is None else piece for piece in word.shape)
    if text is None:
        opaque(command, f"runs code of {spoken}")
    else:
        look_into_code(reader, command, spoken, text, by)
