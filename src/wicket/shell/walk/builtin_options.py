"""How builtins read their options and operands: letters, values, and words that name a variable."""

from wicket.shell.characters import is_name
from wicket.shell.unknown_values import Unknowable
from wicket.shell.words import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from wicket.shell.read_result import Command
    from wicket.shell.unknown_values import Value
    from wicket.shell.walk.command_dispatch import Running
    from wicket.shell.walk.variable_assignment import Variables

    Handler: TypeAlias = Callable[[Running, Command], None]

__all__ = ["flags_of", "name_operand", "operands", "option"]


def name_operand(reader: "Variables", value: "Value | Word") -> str | None:
    """Look at a word that names a variable: bash expands what stands in its brackets. Give the plain name."""
    text = value if isinstance(value, str) else value.text if isinstance(value, Word) else None
    if text is None:
        shape = value.shape if not isinstance(value, str) else ()
        outside = isinstance(value, Unknowable) and value.outside
        for instance in value.instances if not isinstance(value, str) else ():
            name_operand(reader, instance)
        first = shape[0] if shape else None
        if not outside and not (first is not None and is_name(first.rstrip("+=")) and first[-1:] == "="):
            reader.notes.append("names a variable in a way that is not known, which may run commands")
        return None
    name, bracket, subscript = text.partition("[")
    if bracket:
        reader.expand_text(subscript, "a subscript")
        reader.calculate(subscript.rpartition("]")[0])
    return name if is_name(name) else None


def operands(command: "Command", with_value: str = "", signs: str = "-") -> "list[Word]":
    """Give the words behind a builtin's options; letters of `with_value` take the next word."""
    words = list(command.words[1:])
    i = 0
    while i < len(words):
        text = words[i].text
        if text is None or len(text) < 2 or text[0] not in signs:
            break
        i += 1
        if text == "--":
            break
        for j, letter in enumerate(text[1:], 1):
            if letter in with_value:
                if j == len(text) - 1:
                    i += 1
                break
    return words[i:]


def option(command: "Command", letter: str, with_value: str = "") -> "Word | None":
    """Find the value of a builtin's option; of several, the last one."""
    words = command.words
    value: Word | None = None
    i = 1
    while i < len(words):
        text = words[i].text
        if text is None or len(text) < 2 or text[0] != "-" or text == "--":
            return value
        for j, found in enumerate(text[1:], 1):
            if found == letter or found in with_value:
                rest = Word(text[j + 1 :], words[i].start, words[i].end) if j < len(text) - 1 else None
                if rest is None:
                    i += 1
                    rest = words[i] if i < len(words) else None
                value = rest if found == letter else value
                break
        i += 1
    return value


def flags_of(command: "Command", with_value: str = "") -> str:
    """Give all letters of a builtin's options; letters of `with_value` take the next word."""
    letters = ""
    words = command.words
    i = 1
    while i < len(words):
        text = words[i].text
        if text is None or len(text) < 2 or text[0] != "-" or text == "--":
            break
        for j, letter in enumerate(text[1:], 1):
            letters += letter
            if letter in with_value:
                i += j == len(text) - 1
                break
        i += 1
    return letters
