"""Names of files that a program of Python finds by listing folders: by a glob, `listdir`, `iterdir` or `walk`."""

from wicket.shell.code_effects import FoundPath, WalkedFolder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from wicket.shell.languages.python_path_values import Paths
    from wicket.shell.unknown_values import Shape

__all__ = ["Unpacked", "listed_files"]

_UNKNOWN: "Shape" = (None,)
_WILD = "*?[]"
_GLOBS = frozenset(["glob.glob", "glob.iglob"])
# What they give is what they are given, in another order, or some of it.
_SAME_ITEMS = ("sorted", "list", "tuple", "set", "reversed", "iter")
_SAYING_HOW = frozenset(["recursive", "key", "reverse", "include_hidden", "topdown"])


_COMPREHENSIONS = ("ListComp", "GeneratorExp", "SetComp")


class Unpacked:
    """What a name stands for in a loop that takes each item apart: the part at `place`."""

    __slots__ = ("beside", "items", "place")

    def __init__(self, items: "Any", place: int, beside: "list[Any]") -> None:
        self.items = items
        self.place = place
        self.beside = beside  # all that an item is taken apart into


def listed_files(paths: "Paths", items: "Any") -> "list[Shape]":
    """Give what is known of each item that a loop goes through, if these are files that have been found."""
    kind = type(items).__name__
    if kind == "Unpacked":
        return _part_of_item(paths, items)
    if kind == "Name":
        return _named(paths, items.id)
    if kind in _COMPREHENSIONS:
        return paths.shapes(items.elt)
    if kind != "Call" or any(one.arg not in _SAYING_HOW for one in items.keywords):
        return [_UNKNOWN]
    if paths.is_builtin(items.func, *_SAME_ITEMS):
        return listed_files(paths, items.args[0]) if len(items.args) == 1 else [_UNKNOWN]
    return _called(paths, items)


def _called(paths: "Paths", call: "Any") -> "list[Shape]":
    full = paths.full_name(call.func)
    if full in _GLOBS:
        if len(call.args) != 1:
            return [_UNKNOWN]
        return [_globbed("", pattern, linked=True) for pattern in paths.shapes(call.args[0])]
    if full == "os.listdir":
        return [FoundPath("")]
    method = getattr(call.func, "attr", "")
    if full or method not in ("glob", "rglob", "iterdir") or len(call.args) != (method != "iterdir"):
        return [_UNKNOWN]
    patterns = paths.shapes(call.args[0]) if call.args else [("*",)]
    found: list[Shape] = []
    for folder in paths.shapes(call.func.value):
        start = _folder(folder)
        found += [_UNKNOWN if start is None else _globbed(start, one, anywhere=method == "rglob") for one in patterns]
    return found


def _folder(shape: "Shape") -> str | None:
    """Give the folder that is listed, with a slash behind it; None: it is not known."""
    if isinstance(shape, FoundPath):
        return shape.folder  # something below it is listed
    return f"{shape[0].rstrip('/')}/" if len(shape) == 1 and shape[0] else None


def _globbed(start: str, pattern: "Shape", *, anywhere: bool = False, linked: bool = False) -> "Shape":
    """Say how the names look that a glob stands for. `anywhere`: below the folder, and not right in it.

    `linked`: on its way down, it goes through folders that links lead to; `Path.rglob` does not.
    """
    text = pattern[0] if len(pattern) == 1 else None
    if not text or ".." in text or (start and text[0] == "/"):
        return _UNKNOWN
    before, _, last = text.rpartition("/")
    recursive = before == "**" or before.endswith("/**")
    deep = anywhere or recursive
    folder = before[:-2] if recursive else before
    if linked and recursive and not last.strip("*"):
        return (start + folder, None) if start + folder else _UNKNOWN  # whatever lies behind a link
    if any(c in folder + last[1:] for c in _WILD) or (last[:1] != "*" and last[:1] in _WILD):
        known = start + text[: min([text.index(c) for c in _WILD if c in text])]
        return (known, None) if known else _UNKNOWN
    start += folder if not folder or folder[-1] == "/" else f"{folder}/"
    return FoundPath(start, last.removeprefix("*")) if deep or last[:1] == "*" else (start + last,)


def _named(paths: "Paths", name: str) -> "list[Shape]":
    """Give what is known of the items of a list that has a name."""
    bound = paths.bound.get(name, ())
    if name in paths.within and all(map(_keeps_items, bound)):
        return []  # that it goes through itself adds nothing
    if name in paths.within or None in bound or not (bound or name in paths.looped) or not paths.is_gone_through(name):
        return [_UNKNOWN]
    before, paths.within = paths.within, paths.within | {name}
    found = [shape for items in bound for shape in listed_files(paths, items)]
    for one in paths.looped.get(name, ()):
        listing = type(one).__name__ == "Unpacked" and one.place > 0 and _is_walk(paths, one.items)
        found.append(FoundPath("") if listing else _UNKNOWN)
    paths.within = before
    return found


def _keeps_items(items: "Any") -> bool:
    """Tell whether a list is made of items as they are."""
    kind = type(items).__name__
    return kind == "Call" or (kind in _COMPREHENSIONS and type(items.elt).__name__ == "Name")


def _part_of_item(paths: "Paths", part: Unpacked) -> "list[Shape]":
    """Give what a part of each item is: the folder that is walked through, or the item that is counted."""
    items, place = part.items, part.place
    if place == 0 and _is_walk(paths, items) and _walks_as_it_is(paths, part.beside):
        folders = [_folder(shape) for shape in paths.shapes(items.args[0])]
        return [_UNKNOWN if folder is None else WalkedFolder(folder) for folder in folders]
    counted = type(items).__name__ == "Call" and paths.is_builtin(items.func, "enumerate") and len(items.args) == 1
    return listed_files(paths, items.args[0]) if counted and place == 1 else [_UNKNOWN]


def _walks_as_it_is(paths: "Paths", parts: "list[Any]") -> bool:
    """Tell whether nobody changes the list of folders that are walked through next."""
    return len(parts) == 3 and type(parts[1]).__name__ == "Name" and paths.is_gone_through(parts[1].id)


def _is_walk(paths: "Paths", items: "Any") -> bool:
    """Tell whether items are those of `os.walk` of one folder, which follows no links."""
    return (
        type(items).__name__ == "Call"
        and paths.full_name(items.func) == "os.walk"
        and len(items.args) == 1
        and all(one.arg == "topdown" for one in items.keywords)
    )
