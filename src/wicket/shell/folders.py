"""`cd`, `pushd` and `popd`: where they lead, as far as the text says."""

from wicket.shell.assigning import flags_of, operands
from wicket.shell.state import both, harmless
from wicket.shell.words import Unknowable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.running import Running
    from wicket.shell.script import Command

__all__ = ["cd", "is_borrowed"]


def cd(reader: "Running", command: "Command") -> None:
    chosen = _is_chosen(reader, command)
    for assigned in ("PWD", "OLDPWD"):
        reader.assign(assigned, Unknowable("a directory"), command.span)
    reader.state.set("PWD", Unknowable("the directory may have changed", outside=not chosen))
    _go(reader, command)


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
        folders = [*map(_logical, folders), *(folders if physical else ())]
    if any(map(is_borrowed, folders)):
        state.cwd = state.moved = None
        return
    state.moved = tuple(dict.fromkeys(folders))
    state.cwd = both(before, state.moved)


def _turns(command: "Command") -> bool:
    """Tell whether `pushd` may turn its list of folders: `+1`, `-2`."""
    return any((word.text or "+1")[:1] in "+-" and (word.text or "+1")[1:].isdigit() for word in command.words[1:])


def is_borrowed(folder: str) -> bool:
    """Tell whether a folder may be another one by another name: `/proc/self/cwd`, `/dev/fd/3`."""
    return _logical(folder).split("/")[:2] in (["", "proc"], ["", "dev"])


def _is_definite(path: str) -> bool:
    """Tell whether a folder is looked for in one place alone, whatever CDPATH is."""
    return path[:1] == "/" or path.partition("/")[0] in (".", "..")


def _join(where: str, path: str) -> str:
    if path[:1] == "/" or not where:
        return path
    return f"{where.rstrip('/')}/{path}"


def _logical(path: str) -> str:
    """Leave out of a path each name that `..` follows."""
    parts: list[str] = []
    for part in path.split("/"):
        if part == ".." and parts and parts[-1] != "..":
            parts.pop()
        elif part not in ("", ".") and not (part == ".." and path[:1] == "/"):
            parts.append(part)
    return ("/" if path[:1] == "/" else "") + "/".join(parts)
