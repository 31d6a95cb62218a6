"""`cd`, `pushd` and `popd`: where they lead, as far as the text says."""

from wicket.shell.dev_and_proc_paths import is_borrowed, logical
from wicket.shell.state.values_of_variables import harmless
from wicket.shell.state.variables_and_functions import both
from wicket.shell.unknown_values import Unknowable
from wicket.shell.walk.builtin_options import flags_of, operands
from wicket.shell.walk.builtin_set_and_shopt import CDABLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.read_result import Command
    from wicket.shell.walk.command_dispatch import Running

__all__ = ["cd"]


def _change_folder(reader: "Running", command: "Command") -> None:
    chosen = _is_chosen(reader, command)
    for assigned in ("PWD", "OLDPWD"):
        reader.assign(assigned, Unknowable("a directory"), command.span)
    reader.state.set("PWD", Unknowable("the directory may have changed", outside=not chosen))
    _go(reader, command)


def cd(reader: "Running", command: "Command") -> None:
    _change_folder(reader, command)
    if reader.state.get(CDABLE) is not False:
        reader.state.cwd = reader.state.moved = None
    reader.traps.visit(reader.place, reader.state)


def _is_chosen(reader: "Running", command: "Command") -> bool:
    """Tell whether `cd` may lead into a folder whose name the text has made up, to calculate with it."""
    words = operands(command)
    if not words:
        return command.name != "cd"
    if not all(word.enumerated for word in words):
        return True
    # Where the first word is nothing, it may be the second that counts.
    for text in [text for word in words for text in word.instances]:
        if text == "-" or not harmless(text) or (text[:1] != "/" and reader.state.is_elsewhere()):
            return True
    return words[0].text is None and not words[0].outside


def _go(reader: "Running", command: "Command") -> None:
    """Say where `cd` leads."""
    state = reader.state
    words = operands(command)
    before = state.cwd
    target = words[0] if words else None
    if command.name != "cd" and "n" in flags_of(command):
        return  # only the list of folders changes
    if command.name == "popd" or (command.name == "pushd" and (not words or _turns(command))):
        state.cwd = state.moved = None
        return
    if target is None:
        home = reader.home()
        path = home if isinstance(home, str) else None
    else:
        path = target.text
    searched = state.get("CDPATH") is not False or (reader.outside.get("CDPATH") and not _is_definite(path or ""))
    climbing = reader.linked and ".." in (path or "").split("/")
    if path is None or path == "-" or before is None or searched or climbing:
        if path is not None and path[:1] == "/" and not is_borrowed(path):
            state.moved = (path,)
        else:
            state.moved = None
        state.cwd = None
        return
    folders = [_join(where, path) for where in before]
    if "/.." in f"/{path}":
        # `..` leads back the way one came. Or, if the shell is told so, out of where a link led to.
        physical = state.traits.physical or "P" in flags_of(command)
        folders = [*map(logical, folders), *(folders if physical else ())]
    if any(map(is_borrowed, folders)):
        state.cwd = state.moved = None
        return
    state.moved = tuple(dict.fromkeys(folders))
    state.cwd = both(before, state.moved)


def _turns(command: "Command") -> bool:
    """Tell whether `pushd` may turn its list of folders: `+1`, `-2`."""
    return any((word.text or "+1")[:1] in "+-" and (word.text or "+1")[1:].isdigit() for word in command.words[1:])


def _is_definite(path: str) -> bool:
    """Tell whether a folder is looked for in one place alone, whatever CDPATH is."""
    return path[:1] == "/" or path.partition("/")[0] in (".", "..")


def _join(where: str, path: str) -> str:
    if path[:1] == "/" or not where:
        return path
    return f"{where.rstrip('/')}/{path}"
