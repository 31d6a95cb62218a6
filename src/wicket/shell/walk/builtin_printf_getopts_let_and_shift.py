"""The builtins `printf -v`, `getopts`, `let`, `wait -p`, `test -v` and `shift`: what they assign."""

from wicket.shell.programs import printed_text
from wicket.shell.state.values_of_variables import either
from wicket.shell.state.variables_and_functions import MAYBE
from wicket.shell.unknown_values import Unknowable
from wicket.shell.value_origins import origins
from wicket.shell.walk.builtin_declare_and_unset import unset_builtin
from wicket.shell.walk.builtin_options import name_operand, option
from wicket.shell.walk.builtin_read_and_mapfile import mapfile_builtin, read_builtin
from wicket.shell.walk.builtin_set_and_shopt import set_builtin, shopt_builtin
from wicket.shell.words import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.read_result import Command
    from wicket.shell.walk.builtin_options import Handler
    from wicket.shell.walk.command_dispatch import Running

__all__ = ["ASSIGNING"]


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
        made = printed_text.printf([word.text or "" for word in rest])
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
