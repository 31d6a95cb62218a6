"""Builtins that assign variables, arguments or the directory: what follows sees it."""

from wicket.shell.characters import is_name, listed
from wicket.shell.programs import printed_text
from wicket.shell.state.variables_and_functions import MAYBE, State, either, is_foreign
from wicket.shell.unwrapping.shells_and_interpreters import OTHER_READING
from wicket.shell.words import Unknowable, Word, value_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from wicket.shell.read_result import Command
    from wicket.shell.walk.command_dispatch import Running
    from wicket.shell.words import Value

    Handler: TypeAlias = Callable[[Running, Command], None]

__all__ = ["ASSIGNING", "flags_of", "name_operand", "operands", "option"]


def name_operand(reader: "Running", value: "Value | Word") -> str | None:
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


def _unset(reader: "Running", command: "Command") -> None:
    flags = flags_of(command)
    for word in operands(command):
        plain = name_operand(reader, word)
        if plain is None:
            reader.state.forget("it may have been unset")
        elif word.text is not None and "[" in word.text:
            reader.state.set(plain, Unknowable("an array with elements missing"))
        else:
            if flags.strip("fv"):
                reader.state.set(plain, Unknowable("an option that may keep it from being unset"))
            elif "f" not in flags:
                # Without it, programs are looked for where the shell is.
                if plain == "PATH" or _may_stand_for(reader, plain, "PATH"):
                    reader.changes("PATH", "")
                reader.state.unset(plain)
            functions = reader.state.function(plain)
            if functions and "v" not in flags:
                reader.spend(20 * len(functions))
                reader.state.functions[plain] = tuple(function.unsure() for function in functions)


def _may_stand_for(reader: "Running", name: str, other: str) -> bool:
    """Tell whether a name stands for others, and this one may be among them."""
    references = reader.state.traits.references
    reader.spend(10 * len(references))
    return name in references and any(
        not isinstance(target, str) or target == other for targets in references.values() for target in targets
    )


def _read(reader: "Running", command: "Command") -> None:
    with_value = "adinNptu"
    array = option(command, "a", with_value)
    words = operands(command, with_value)
    flags = flags_of(command, with_value)
    plain = flags.strip("r") == ""
    line = printed_text.first_line(
        reader.input_of(command) if "u" not in flags else Unknowable("what a descriptor brings")
    )
    if array is not None:
        name = name_operand(reader, array)
        if name is not None:
            read = Unknowable("what is read", outside=not isinstance(line, str) and is_foreign(line))
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
        reader.assign(name, Unknowable("what is read", outside=is_foreign(line)), command.span)


def _mapfile(reader: "Running", command: "Command") -> None:
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
            reader.assign(name, Unknowable("lines that are read", outside=is_foreign(stdin)), command.span)


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
    if all(word.text is not None for word in rest):
        made = printed_text.printf([word.text or "" for word in rest])
    held = reader.bound_value(name, made if made is not None else Unknowable("what printf makes"), command.span)
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


def _set(reader: "Running", command: "Command") -> None:
    _other_reading(reader, command, "Hk", "!={")
    if any(word.text is None or "P" in word.text or word.text == "physical" for word in command.words[1:]):
        reader.state.traits.physical = True
    arguments = _arguments(command.words[1:])
    if arguments is not None:
        reader.state.positional = arguments


def _arguments(words: "tuple[Word, ...]") -> "list[Value] | None":
    """Give the arguments that `set` sets; None: it leaves them as they are."""
    at = 0
    while at < len(words):
        word, text = words[at], words[at].text
        if text is None:
            return [Unknowable(word.reason or "", outside=word.outside, many=True)]
        if text[:1] not in ("-", "+"):
            break
        at += 1
        if text == "--":
            return [value_of(made) for made in words[at:]]
        if text in ("-", "+"):
            return [value_of(made) for made in words[at:]] or None
        for letter in text[1:]:
            name = words[at] if letter == "o" and at < len(words) and words[at].prefix[:1] not in ("-", "+") else None
            if name is not None:
                at += 1
            if letter not in _SET_LETTERS or (name is not None and name.text not in _SET_NAMES):
                return [Unknowable("an option that bash may refuse, and then sets nothing", many=True)]
    return [value_of(made) for made in words[at:]] if at < len(words) else None


# The options of `set`.
_SET_LETTERS = frozenset("abefhkmnoptuvxBCEHPT")
_SET_NAMES = listed(
    """
    allexport braceexpand emacs errexit errtrace functrace hashall histexpand history ignoreeof interactive-comments
    keyword monitor noclobber noexec noglob nolog notify nounset onecmd physical pipefail posix privileged verbose vi
    xtrace
    """
)


def _shopt(reader: "Running", command: "Command") -> None:
    if any(word.text is None or word.text == "failglob" for word in command.words[1:]):
        reader.state.traits.failglob = True
    if any(word.text is None or word.text == "localvar_inherit" for word in command.words[1:]):
        reader.state.traits.inherits = True
    if any(word.text is None or word.text == "nocasematch" for word in command.words[1:]):
        reader.state.traits.blind = True
    _other_reading(reader, command, "", "\\!={$")


def _other_reading(reader: "Running", command: "Command", letters: str, concerned: str) -> None:
    """Note options by which what follows is read otherwise: `!` may stand for lines of the history, and so on.

    A word that is not known may be any of them, which matters where the text has one of the signs that are `concerned`.
    """
    for word in command.words[1:]:
        text = word.text
        if text is None:
            concerns = any(sign in reader.text for sign in concerned)
            if concerns and not word.outside and word.prefix[:1] in ("", "-", "+"):
                reader.notes.append("may set an option by which what follows is read otherwise")
        elif text == "--":
            break
        elif text in OTHER_READING or _switches(text, letters):
            reader.notes.append(f"sets {text}, by which what follows is read otherwise")


def _switches(text: str, letters: str) -> bool:
    """Tell whether one of these letters is switched on, or braces off."""
    return (text[:1] == "-" and text[:2] != "--" and any(c in text for c in letters)) or (
        text[:1] == "+" and "B" in text
    )


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
    "unset": _unset,
    "read": _read,
    "mapfile": _mapfile,
    "readarray": _mapfile,
    "printf": _printf,
    "getopts": _getopts,
    "let": _let,
    "wait": _wait,
    "test": _test,
    "[": _test,
    "set": _set,
    "shopt": _shopt,
    "shift": _shift,
    "return": _return,
    "break": _return,
    "continue": _return,
}
