"""Paths in a program of Python: what can be known of a text that names a file, however it is put together."""

from wicket.shell.code_effects import FoundPath, WalkedFolder
from wicket.shell.languages.python_file_listings import listed_files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from wicket.shell.unknown_values import Shape

__all__ = ["UNKNOWN", "Paths"]

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
            return [_filled(shape) for shape in self.shapes(node.left)]
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
            return [_filled(shape, "{") for shape in self.shapes(node.func.value)]
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
        found = _found(one, other)
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


def _found(one: "Shape", other: "Shape") -> FoundPath | None:
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


def _filled(shape: "Shape", mark: str = "%") -> "Shape":
    """Give what is known of a text in which values are put for marks."""
    start = shape[0] or ""
    if len(shape) == 1 and mark not in start:
        return shape
    end = start.find(mark)
    kept = start[:end] if end >= 0 else start
    return (kept, None) if kept else UNKNOWN
