"""The builtins `read`, `mapfile` and `readarray`: variables that hold what is read."""

from wicket.shell.programs import printed_text
from wicket.shell.state.values_of_variables import is_foreign
from wicket.shell.state.variables_and_functions import State
from wicket.shell.unknown_values import Unknowable
from wicket.shell.value_origins import OF_FILES
from wicket.shell.walk.builtin_options import flags_of, name_operand, operands, option
from wicket.shell.words import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.read_result import Command
    from wicket.shell.unknown_values import Value
    from wicket.shell.walk.command_dispatch import Running

__all__ = ["mapfile_builtin", "read_builtin"]


def read_builtin(reader: "Running", command: "Command") -> None:
    with_value = "adinNptu"
    array = option(command, "a", with_value)
    words = operands(command, with_value)
    flags = flags_of(command, with_value)
    plain = flags.strip("r") == ""
    line = printed_text.first_line(
        reader.input_of(command) if "u" not in flags else Unknowable("what a descriptor brings")
    )
    said = f"what is read{_origins_of_input(reader, command, flags)}"
    if array is not None:
        name = name_operand(reader, array)
        if name is not None:
            read = Unknowable(said, outside=not isinstance(line, str) and is_foreign(line))
            reader.assign(name, read, command.span)
        else:
            reader.state.forget("read may have assigned it")
    if not words and array is None and plain and isinstance(line, str) and "\\" not in line and not reader.place.loop:
        reader.assign("REPLY", line, command.span)  # with the blanks around it
        return
    names = []
    for word in words or [Word("REPLY", command.start, command.end)]:
        name = name_operand(reader, word)
        if name is None:
            reader.state.forget("read may have assigned it")
        else:
            names.append(name)
    separators = reader.separators()
    if any(assignment.name == "IFS" for assignment in command.assignments):
        separators = None
    if plain and isinstance(line, str) and not any(c in line for c in "\\\t") and separators == " \t\n" and names:
        line = line.strip(" ")
        pieces = []
        for _ in names[:-1]:
            first, _, line = line.partition(" ")
            pieces.append(first)
            line = line.lstrip(" ")
        pieces.append(line)
        frozen = reader.state.traits.frozen
        sure = not reader.place.loop and len(names) == len(words or names)
        sure = sure and not any(
            name in frozen or "[" in (word.text or "[") for name, word in zip(names, words, strict=False)
        )
        for i, name in enumerate(names):
            reader.assign(name, pieces[i] if i < len(pieces) else "", command.span)
        if sure:
            return  # else it may have stopped on the way
    for name in names:
        reader.assign(name, Unknowable(said, outside=is_foreign(line)), command.span)


def _origins_of_input(reader: "Running", command: "Command", flags: str) -> str:
    """Say what is in the input of a command that reads lines: what is in a file, a secret."""
    return OF_FILES if "u" in flags else reader.origins_of_input(command)


def mapfile_builtin(reader: "Running", command: "Command") -> None:
    callback = option(command, "C", "dnOsucC")
    if callback is not None:
        if callback.text is None:
            command.opaque = (*command.opaque, f"runs a text that is not known: {callback.reason}")
        else:
            outer = reader.state
            reader.state = State(outer)
            reader.run_derived(callback.text, command.name or "", command, same_shell=True)
            reader.end(outer)
            command.opaque = (*command.opaque, "runs a text with each line that it reads")
    flags = flags_of(command, "dnOsucC")
    stdin = reader.input_of(command) if "u" not in flags else Unknowable("what a descriptor brings")
    for word in operands(command, "dnOsucC")[:1] or [Word("MAPFILE", 0, 0)]:
        name = name_operand(reader, word)
        if name is None:
            reader.state.forget("mapfile may have assigned it")
        elif name in reader.state.traits.keyed or name != word.text:
            reader.assign(name, Unknowable("what mapfile may not assign"), command.span)
        elif isinstance(stdin, str) and flags and not flags.strip("t"):
            lines: list[Value] = list(stdin.removesuffix("\n").split("\n")) if stdin else []
            reader.assign(name, lines, command.span)
        else:
            said = f"lines that are read{_origins_of_input(reader, command, flags)}"
            reader.assign(name, Unknowable(said, outside=is_foreign(stdin)), command.span)
