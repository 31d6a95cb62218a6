"""What conditions may rely on about `env`: variables that a text may set for its own commands.

Only what stands right before a command, or before the one that runs it, is sure to reach it. Whatever else a text does
with a variable (`export X=1`, `for X in …`, `read X`, a file that is sourced) makes it unknown: a condition about it
neither allows nor denies for sure.
"""

from wicket.shell.characters import listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.read_result import Assignment, Command, Script

__all__ = ["given", "may_be_set", "setters_of", "variables"]

# They set variables, by names that may only be known when they run, or run what nobody can read.
_SETTERS = listed("export declare typeset local readonly read mapfile readarray printf getopts unset source . eval let")


def given(command: "Command") -> "list[Assignment]":
    """The assignments that a command is started with: those of the commands that run it first, then its own."""
    chain = list(command.assignments)
    by = command.by
    while by is not None:
        chain[:0] = by.assignments
        by = by.by
    return chain


def variables(source: str) -> "tuple[str, ...] | None":
    """List the variables that a condition names; None where it looks at them all."""
    names: list[str] = []
    at = -1
    while (at := source.find("env", at + 1)) >= 0:
        before = source[at - 1 : at]
        if before.isalnum() or before in ("_", "."):
            continue
        rest = source[at + 3 :]
        if rest[:1].isalnum() or rest[:1] == "_":
            continue
        mark = rest[:2]
        if mark[:1] == ".":
            names.append(_name(rest[1:]))
        elif mark in ("['", '["') and rest[2:].partition(mark[1])[2][:1] == "]":
            names.append(rest[2:].partition(mark[1])[0])
        else:
            return None
    return tuple(names) if all(names) else None


def _name(text: str) -> str:
    end = 0
    while end < len(text) and (text[end].isalnum() or text[end] == "_"):
        end += 1
    return "" if text[end : end + 1] == "(" else text[:end]  # a macro goes through all of them


def setters_of(script: "Script") -> "list[str] | None":
    """Give the words of all commands of a text that set variables; None where these are not all known."""
    words: list[str] = []
    for command in script.commands:
        if command.words and command.name not in _SETTERS:
            continue
        if command.name in ("source", ".") or any(word.text is None for word in command.words):
            return None
        words += [word.text or "" for word in command.words]
        words += [assignment.name for assignment in command.assignments if not command.words]
    return words


def may_be_set(names: "tuple[str, ...] | None", setters: "list[str] | None", text: str, command: "Command") -> bool:
    """Tell whether a text may have set one of these variables otherwise than right before the command."""
    if setters is None:
        return True
    if names is None:
        return bool(setters)
    certain = {assignment.name for assignment in given(command)}
    return any(name not in certain and (name in text or any(name in one for one in setters)) for name in names)
