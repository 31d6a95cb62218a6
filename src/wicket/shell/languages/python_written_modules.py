"""Files that a program of Python writes, and that may be modules which it imports afterwards."""

from sys import stdlib_module_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from wicket.shell.code_effects import Account
    from wicket.shell.unknown_values import Shape

__all__ = ["writes_modules"]

# What other programs are given last, they may put there.
_LOOKING = frozenset(["ls", "cat", "head", "tail", "grep", "wc", "stat", "file", "echo"])
_ENDINGS = (".py", ".pyc", ".so", ".pyd", ".pth", ".zip", ".egg")
# Nothing imports it by itself.
_NEVER_LOADED = frozenset(["test"])
_UNKNOWN = "\0"


def writes_modules(done: "Account", loaded: "set[str]", anywhere: bool) -> bool:
    """Tell whether a module that is loaded may be what the program has written; `anywhere`: in whatever folder."""
    return bool(loaded) and any(_may_be_loaded(shape, loaded, anywhere) for shape in _written(done))


def _written(done: "Account") -> "Iterable[Shape]":
    yield from done.writes
    for line in (*done.commands, *done.fed):
        if line[0] == "unzip":  # what it unpacks is not known
            yield from [("./", None)] if "-d" not in line else [shape for word in line for shape in _in_and_below(word)]
        for word in line[1:]:
            if word.endswith(_ENDINGS) or (word == line[-1] and line[0] not in _LOOKING):
                yield (word,)


def _in_and_below(folder: str) -> "list[Shape]":
    return [(folder,), (f"{folder}/", None)]


def _may_be_loaded(shape: "Shape", loaded: "set[str]", anywhere: bool) -> bool:
    text = "".join([_UNKNOWN if piece is None else piece for piece in shape])
    parts = [part for part in text.split("/") if part not in ("", ".", "..")]
    if not parts:
        return False
    file, folders = parts[-1], parts[:-1]
    ends = "." in file.rpartition(_UNKNOWN)[2]
    if ends and not file.endswith(_ENDINGS):
        return False
    near = anywhere or not folders or text[:1] == "/" or ".." in text.split("/")
    if near and _may_be(file, stdlib_module_names - _NEVER_LOADED) and ends:
        return True  # modules of Python load others
    # What has no name here, and lies in a folder, is no module of Python.
    strange = loaded - stdlib_module_names
    return (near and _may_be(file, loaded)) or (
        ends and any(_may_be(part, strange if _UNKNOWN in part else loaded) for part in parts)
    )


def _may_be(part: str, names: "Iterable[str]") -> bool:
    """Tell whether a part of a path may be the file or the folder of one of these modules."""
    if _UNKNOWN not in part:
        return part.partition(".")[0] in names
    start = part.partition(_UNKNOWN)[0]
    return any(name.startswith(start) for name in names)
