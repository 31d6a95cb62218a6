"""The builtins `read`, `mapfile`, `printf -v`, `getopts`, `let`, `wait -p`, `test -v` and `shift`: what they assign."""

from wicket.shell.programs import printed_text_and_settings
from wicket.shell.state.shell_state_variables_and_functions import MAYBE, State
from wicket.shell.state.variable_values_and_attributes import either, is_foreign
from wicket.shell.unknown_values import OF_FILES, Unknowable, origins
from wicket.shell.walk.builtin_declare_and_unset import unset_builtin
from wicket.shell.walk.builtin_options import flags_of, name_operand, operands, option
from wicket.shell.walk.builtins_cd_set_and_shopt import set_builtin, shopt_builtin
from wicket.shell.words import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.read_result import Command
    from wicket.shell.unknown_values import Value
    from wicket.shell.walk.builtin_options import Handler
    from wicket.shell.walk.command_dispatch import Running

__all__ = ["ASSIGNING"]


# ── the builtins `read`, `mapfile` and `readarray`: variables that hold what is read ──


def read_builtin(reader: "Running", command: "Command") -> None:
    with_value = "adinNptu"
    array = option(command, "a", with_value)
    words = operands(command, with_value)
    flags = flags_of(command, with_value)
    plain = flags.strip("r") == ""
    line = printed_text_and_settings.first_line(
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


# ── the builtins `printf -v`, `getopts`, `let`, `wait -p`, `test -v` and `shift`: what they assign ──


def _printf(reader: "Running", command: "Command") -> None:
    rest = command.words[1:]
    target: Word | None = None
    name: str | None = None
    while rest and (rest[0].text is None or rest[0].text[:2] == "-v"):
        first, rest = rest[0], rest[1:]
        text = first.text
        if text is None:
            if first.may_start("-v") and rest:
                reader.notes.append("may assign a variable that is not known")
            if target is None:
                return
            rest = (first, *rest)  # it is the format, if it is no option
            break
        if name is not None:
            reader.bound_value(name, Unknowable("what printf makes"), command.span)  # of several, the last one counts
        target = Word(text[2:], first.start, first.end) if len(text) > 2 else rest[0] if rest else None
        if target is None:
            return
        rest = rest[1:] if len(text) == 2 else rest
        name = name_operand(reader, target)
        if name is None:
            reader.state.forget("printf may have assigned it")
    if target is None or name is None:
        return
    made = None
    said = f"what printf makes{origins([reason for word in rest for reason in word.reasons])}"
    if all(word.text is not None for word in rest):
        made = printed_text_and_settings.printf([word.text or "" for word in rest])
    held = reader.bound_value(name, made if made is not None else Unknowable(said), command.span)
    reader.state.set(name, held if "[" not in (target.text or "[") else Unknowable("an array with an element set"))


def _getopts(reader: "Running", command: "Command") -> None:
    words = command.words[1:]
    if len(words) > 1:
        name = name_operand(reader, words[1])
        if name is not None:
            reader.assign(name, Unknowable("an option", outside=True), command.span)
    value = Unknowable("the value of an option", outside=reader.state.positional is None and len(words) < 3)
    reader.assign("OPTARG", value, command.span)


def _let(reader: "Running", command: "Command") -> None:
    for word in command.words[1:]:
        if word.text is not None:
            reader.expand_text(word.text, "an expression")
            reader.calculate(word.text)
        else:
            reader.calculate(Unknowable(word.reason or "", word.shape))


def _wait(reader: "Running", command: "Command") -> None:
    name = option(command, "p")
    if name is not None:
        plain = name_operand(reader, name)
        if plain is not None:
            before, number = reader.state.get(plain), Unknowable("a process", number=True)
            reader.assign(plain, number if before is False else either(before, number, MAYBE), command.span)


def _test(reader: "Running", command: "Command") -> None:
    words = command.words
    for i, word in enumerate(words[1:-1], 1):
        if word.text in ("-v", "-R"):
            name_operand(reader, words[i + 1])


def _shift(reader: "Running", command: "Command") -> None:
    positional = reader.state.positional
    if positional is None:
        return
    reader.spend(4 * len(positional))
    count = command.words[1].text if len(command.words) > 1 else "1"
    known = not any(isinstance(value, Unknowable) and value.many for value in positional)
    if count is not None and count.isdigit() and known and len(count) < 6:
        if int(count) <= len(positional):  # else it fails, and they stay
            reader.state.positional = positional[int(count) :]
    else:
        reader.state.positional = [Unknowable("which arguments are left is not known", many=True)]


def _return(reader: "Running", _command: "Command") -> None:
    reader.state.returned = True


ASSIGNING: "dict[str, Handler]" = {
    "unset": unset_builtin,
    "read": read_builtin,
    "mapfile": mapfile_builtin,
    "readarray": mapfile_builtin,
    "printf": _printf,
    "getopts": _getopts,
    "let": _let,
    "wait": _wait,
    "test": _test,
    "[": _test,
    "set": set_builtin,
    "shopt": shopt_builtin,
    "shift": _shift,
    "return": _return,
    "break": _return,
    "continue": _return,
}
