"""Paths in a program of Python: what can be known of a text that names a file, and names that it finds by listing."""

from wicket.shell.code_effects import FoundPath, WalkedFolder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from wicket.shell.unknown_values import Shape

__all__ = ["UNKNOWN", "Paths", "Unpacked"]


# ── names of files that a program of Python finds by listing folders: by a glob, `listdir`, `iterdir` or `walk` ──

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
        return _items_of_named_list(paths, items.id)
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


def _items_of_named_list(paths: "Paths", name: str) -> "list[Shape]":
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


# ── paths in a program of Python: what can be known of a text that names a file, however it is put together ──

UNKNOWN: "Shape" = (None,)

# So many texts are followed for one expression, through so many names, and so many expressions in one program.
_MOST = 16
_DEEPEST = 8
_MOST_LOOKED_AT = 5_000

_SAME = frozenset(["resolve", "absolute", "as_posix"])
_STRIPPING = frozenset(["strip", "rstrip", "lstrip"])
_MAKE_PATHS = frozenset(["pathlib.Path", "pathlib.PurePath", "pathlib.PosixPath", "pathlib.PurePosixPath"])
_JOIN = frozenset(["os.path.join", "posixpath.join"])
_KEEP = frozenset(["os.path.abspath", "os.path.realpath", "os.path.normpath", "os.fspath"])


class Paths:
    """What the expressions of one program may be, as shapes: pieces of text, and None for what is not known."""

    def __init__(self, full_name: "Callable[[Any], str]", is_gone_through: "Callable[[str], bool]") -> None:
        self.full_name = full_name
        self.is_gone_through = is_gone_through  # whether nobody gets hold of the list that a name stands for
        self.bound: dict[str, list[Any]] = {}  # names, and the expressions that they are bound to; None: to another
        self.looped: dict[str, list[Any]] = {}  # names, and what they go through in a loop
        self.depth = 0
        self.left = _MOST_LOOKED_AT
        self.within: frozenset[str] = frozenset()  # names that are being looked at
        self.overloads = False  # an operator may be one that the program defines
        self.spells_numbers = False  # a text is made of the expression, and a number becomes its digits

    def shapes(self, node: "Any") -> "list[Shape]":
        """List the texts that an expression may be; a shape that is not known stands for any."""
        self.left -= 1
        if node is None or self.depth >= _DEEPEST or self.left < 0:
            return [UNKNOWN]
        self.depth += 1
        found = self.looked_at(node)
        self.depth -= 1
        return found if 0 < len(found) <= _MOST else [UNKNOWN]

    def spelled(self, node: "Any") -> "list[Shape]":
        """List the texts that are made of an expression, which may be a number."""
        before, self.spells_numbers = self.spells_numbers, True
        found = self.shapes(node)
        self.spells_numbers = before
        return found

    def known(self, node: "Any") -> str | None:
        """Give the one text that an expression is; None: it is not known, or one of several."""
        found = self.shapes(node)
        return found[0][0] if len(found) == 1 and len(found[0]) == 1 else None

    def looked_at(self, node: "Any") -> "list[Shape]":
        kind = type(node).__name__
        if kind == "Constant":
            if self.spells_numbers and type(node.value) is int:
                return [(str(node.value),)]
            return [(node.value,)] if isinstance(node.value, str) else [UNKNOWN]
        if kind == "JoinedStr":
            return self.joined([self.shapes(part) for part in node.values])
        if kind == "FormattedValue":
            return self.spelled(node.value) if node.conversion == -1 and node.format_spec is None else [UNKNOWN]
        if kind == "IfExp":
            return [*self.shapes(node.body), *self.shapes(node.orelse)]
        if kind == "BoolOp":
            return [shape for value in node.values for shape in self.shapes(value)]
        if kind == "Name":
            return self.named(node.id)
        if kind == "BinOp":
            return self.operated(node)
        return self.called(node) if kind == "Call" else [UNKNOWN]

    def named(self, name: str) -> "list[Shape]":
        if name not in self.bound and name not in self.looped:
            return [UNKNOWN]
        before, self.within = self.within, self.within | {name}
        found = self.values_of(name)
        self.within = before
        return found

    def values_of(self, name: str) -> "list[Shape]":
        """List what a name may stand for. That it may stand for what it is already adds nothing: `def f(x)`, `f(x)`."""
        found: list[Shape] = []
        for value in self.bound.get(name, ()):
            if type(value).__name__ != "Name" or value.id not in self.within:
                found += self.shapes(value)
        for value in self.looped.get(name, ()):
            if type(value).__name__ in ("List", "Tuple", "Set"):
                found += [shape for item in value.elts for shape in self.shapes(item)]
            elif self.spells_numbers and (counted := self.counted(value)) is not None:
                found += [(str(number),) for number in counted]
            else:
                found += listed_files(self, value)
        return found

    def operated(self, node: "Any") -> "list[Shape]":
        operator = type(node.op).__name__
        if self.overloads and UNKNOWN in (*self.shapes(node.left), *self.shapes(node.right)):
            return [UNKNOWN]
        if operator == "Add":
            return self.joined([self.shapes(node.left), self.shapes(node.right)])
        if operator == "Div":
            return self.below([self.shapes(node.left), self.shapes(node.right)])
        if operator == "Mod":
            return [_text_with_values_filled_in(shape) for shape in self.shapes(node.left)]
        return [UNKNOWN]

    def called(self, node: "Any") -> "list[Shape]":
        name = self.full_name(node.func)
        if name in _MAKE_PATHS or name in _JOIN:
            return self.below([self.shapes(part) for part in node.args]) if node.args else [(".",)]
        if self.is_builtin(node.func, "str") and len(node.args) == 1:
            return self.spelled(node.args[0])
        if name in _KEEP:
            return self.shapes(node.args[0]) if len(node.args) == 1 else [UNKNOWN]
        method = getattr(node.func, "attr", "")
        if method in _SAME and not name and not node.args:
            return self.shapes(node.func.value)
        if method in _STRIPPING and not name and not node.args:
            return [_stripped(shape, method) for shape in self.shapes(node.func.value)]
        if method == "joinpath" and not name:
            return self.below([self.shapes(node.func.value), *[self.shapes(part) for part in node.args]])
        if method == "format" and not name:
            return [_text_with_values_filled_in(shape, "{") for shape in self.shapes(node.func.value)]
        return [UNKNOWN]

    def is_builtin(self, node: "Any", *names: str) -> bool:
        """Tell whether a name is one of Python's own, and the program gives it no other meaning anywhere."""
        name = getattr(node, "id", "")
        return name in names and name not in self.bound and name not in self.looped

    def counted(self, node: "Any") -> range | None:
        """Give what `range` counts, if that is spelled out and not much."""
        if type(node).__name__ != "Call" or not self.is_builtin(node.func, "range") or node.keywords:
            return None
        bounds = [part.value for part in node.args if type(getattr(part, "value", None)) is int]
        if not 1 <= len(bounds) <= 2 or len(bounds) != len(node.args):
            return None
        counted = range(*bounds)
        return counted if len(counted) <= _MOST else None

    def joined(self, parts: "list[list[Shape]]") -> "list[Shape]":
        """Put parts together that each may be one of several."""
        made: list[Shape] = [("",)]
        for part in parts:
            made = [_put_together(start, shape) for start in made for shape in part]
            if len(made) > _MOST:
                return [UNKNOWN]
        return made

    def below(self, parts: "list[list[Shape]]") -> "list[Shape]":
        """Join parts of a path; one that begins with a slash stands alone, and one that may do so could be any."""
        made = parts[0]
        for part in parts[1:]:
            longer: list[Shape] = []
            for start in made:
                for shape in part:
                    if not shape[0] and not isinstance(shape, FoundPath):
                        longer.append(UNKNOWN if shape[0] is None else start)
                    elif (shape[0] or "")[:1] == "/":
                        longer.append(shape)
                    else:
                        longer.append(_put_together(_put_together(start, ("/",)), shape))
            if len(longer) > _MOST:
                return [UNKNOWN]
            made = longer
        return made


def _put_together(one: "Shape", other: "Shape") -> "Shape":
    """Put two shapes one behind the other."""
    if isinstance(one, FoundPath) or isinstance(other, FoundPath):
        found = _found_path_put_together(one, other)
        if found is not None:
            return found
    made = list(one)
    for piece in other:
        if made and made[-1] is not None and piece is not None:
            made[-1] = f"{made[-1]}{piece}"
        elif piece is not None or not made or made[-1] is not None:
            made.append(piece)
    if len(made) > 1 and made[0] == "":
        del made[0]
    return tuple(made)


def _found_path_put_together(one: "Shape", other: "Shape") -> FoundPath | None:
    """Put two shapes together of which one is a path that was found; None: the other one may lead elsewhere."""
    if isinstance(other, FoundPath):
        if one == ("",):
            return other
        if isinstance(one, FoundPath):
            return FoundPath(one.before, other.behind) if isinstance(one, WalkedFolder) and not other.before else None
        return FoundPath(f"{one[0]}{other.before}", other.behind) if len(one) == 1 and one[0] is not None else None
    behind = other[0] if len(other) == 1 else None
    if behind is None or not isinstance(one, FoundPath) or ".." in one.behind + behind:
        return None
    if isinstance(one, WalkedFolder) and behind[:1] == "/":
        behind = behind[1:]
        if not behind:
            return one
    return FoundPath(one.before, one.behind + behind) if "/" not in behind else None


def _stripped(shape: "Shape", method: str) -> "Shape":
    """Give what is left of a text without the blanks around it; next to what is not known, that cannot be told."""
    text = shape[0]
    if len(shape) == 1 and text is not None:
        return (text.strip() if method == "strip" else text.lstrip() if method == "lstrip" else text.rstrip(),)
    return UNKNOWN if any(c.isspace() for piece in shape for c in piece or "") else shape


def _text_with_values_filled_in(shape: "Shape", mark: str = "%") -> "Shape":
    """Give what is known of a text in which values are put for marks."""
    start = shape[0] or ""
    if len(shape) == 1 and mark not in start:
        return shape
    end = start.find(mark)
    kept = start[:end] if end >= 0 else start
    return (kept, None) if kept else UNKNOWN
