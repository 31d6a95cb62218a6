"""Attributes in a program of Python, whatever they are taken of: which of them lead further than the text tells.

The type of an object is not known. So a name counts wherever it stands: called, handed on, matched or set.
"""

from wicket.shell.characters import listed
from wicket.shell.code_effects import CodeNotUnderstood
from wicket.shell.languages.python_name_lists import DANGEROUS, DANGEROUS_WITH, DUNDERS, NEVER_SET_WITH, REACHING
from wicket.shell.languages.python_syntax_tree import all_nodes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from wicket.shell.languages.python_names_and_imports import Names

__all__ = ["METHODS_OF_PATHS", "READING_METHODS", "Attributes"]

READING_METHODS = frozenset(["read_text", "read_bytes"])
METHODS_OF_PATHS = READING_METHODS | listed("write_text write_bytes touch mkdir open rename replace unlink rmdir")

# Names with one underscore that everybody may use.
_OF_TUPLES = listed("_asdict _replace _fields _make _ _name _value")
_SET_DUNDERS = frozenset(["__name__", "__doc__", "__qualname__"])
_STORED_DUNDERS = DUNDERS - {"__file__", "__path__", "__class__"} | {"__slots__", "__hash__", "__test__"}

# What may be done with the type of an object: it is looked at, and no object is made by it.
_TELLING = frozenset(["__name__", "__qualname__", "__module__", "__doc__"])
_LOOKING = listed("print str repr isinstance issubclass format hash id hasattr")


class Attributes:
    """The attributes of one program."""

    def __init__(self, nodes: "list[Any]", names: "Names") -> None:
        self.names = names
        self.own: set[str] = set()  # names with an underscore that the program itself gives
        self.classes: set[str] = set()
        self.annotating: set[int] = set()  # nodes of annotations
        known = names.known_modules()
        tops = {name.partition(".")[0] for name in known}
        self.dangerous = DANGEROUS | REACHING | {name for top in tops for name in DANGEROUS_WITH.get(top, ())}
        self.never_set = {name for top in tops for name in NEVER_SET_WITH.get(top, ())}
        for node in nodes:
            self.note(node)

    def note(self, node: "Any") -> None:
        kind = type(node).__name__
        if kind == "Attribute" and type(node.ctx).__name__ == "Store":
            self.own.add(node.attr)
        elif kind == "Name" and type(node.ctx).__name__ == "Store":
            self.own.add(node.id)
        elif kind == "ClassDef":
            self.own.add(node.name)
            self.classes.add(node.name)
        elif kind in ("FunctionDef", "AsyncFunctionDef"):
            self.own.add(node.name)
        for field in ("annotation", "returns"):
            annotation = getattr(node, field, None)
            if annotation is not None:
                self.annotating.update([id(one) for one in all_nodes(annotation)])

    # ── names ────────────────────────────────────────────────────────────────

    def leads_further(self, name: str) -> bool:
        return name in self.dangerous or (name[:2] == "__" and name not in DUNDERS)

    def check_taken_by_name(self, name: str | None) -> None:
        """See a name by which an attribute is taken in another way than behind a dot."""
        if name is None or self.leads_further(name) or name in METHODS_OF_PATHS or name[:1] == "_":
            raise CodeNotUnderstood

    def check_of_python(self, names: "list[str]") -> bool:
        """See names behind one that Python gives: `Path.unlink`. Tells whether one of them reads a file."""
        for name in names:
            if self.leads_further(name) or (name[:1] == "_" and name[:2] != "__" and name not in _OF_TUPLES):
                raise CodeNotUnderstood
            if name in METHODS_OF_PATHS - READING_METHODS or name in ("__init__", "__class__"):
                raise CodeNotUnderstood
        return not READING_METHODS.isdisjoint(names)

    def check_stored_name(self, name: str) -> None:
        if name[:2] == "__" and name[-2:] == "__" and name not in _STORED_DUNDERS:
            raise CodeNotUnderstood  # Python looks it up by itself

    # ── nodes ────────────────────────────────────────────────────────────────

    def check(self, node: "Any") -> None:
        """See `x.name`, of whatever that is."""
        name, base = node.attr, node.value
        sets = type(node.ctx).__name__ != "Load"
        if self.leads_further(name):
            raise CodeNotUnderstood
        if sets and (name in self.never_set or (name[:2] == "__" and name not in _SET_DUNDERS)):
            raise CodeNotUnderstood
        if name == "__init__":
            self.check_init(base)
        elif name == "__class__":
            self.check_type(node)
        elif name[:1] == "_" and name[:2] != "__" and name not in self.own | _OF_TUPLES and not self.is_strange(base):
            raise CodeNotUnderstood

    def check_init(self, base: "Any") -> None:
        """See `super().__init__` and `Base.__init__`; with another object, that is made anew."""
        kind = type(base).__name__
        if kind == "Call" and getattr(base.func, "id", "") == "super":
            return
        owned = kind == "Name" and base.id in self.classes and len(self.names.paths.bound.get(base.id, ())) == 1
        if not owned and not self.names.is_strange(base):
            raise CodeNotUnderstood

    def check_type_name(self, node: "Any") -> None:
        """See the name `type`: it tells what type an object is of, or is looked at."""
        above = self.names.parents[id(node)]
        kind = type(above).__name__
        if kind == "Call" and above.func is node:
            if len(above.args) != 1 or above.keywords or type(above.args[0]).__name__ == "Starred":
                raise CodeNotUnderstood
            self.check_type(above)
        elif not (kind == "ClassDef" or id(node) in self.annotating):
            self.check_type(node)

    def check_type(self, node: "Any") -> None:
        """See what is done with the type of an object."""
        above = self.names.parents[id(node)]
        kind = type(above).__name__
        if kind in ("Compare", "FormattedValue", "Expr") or (kind == "Attribute" and above.attr in _TELLING):
            return
        if kind == "Subscript" and above.slice is node:
            return
        if kind == "Call" and above.func is not node and getattr(above.func, "id", "") in _LOOKING - self.names.stored:
            return
        raise CodeNotUnderstood

    def is_strange(self, node: "Any") -> bool:
        """Tell whether something comes from a module from elsewhere, by itself or by a name that is bound to it."""
        if self.names.is_strange(node):
            return True
        while type(node).__name__ in ("Attribute", "Call", "Subscript"):
            node = node.func if type(node).__name__ == "Call" else node.value
        bound = self.names.paths.bound.get(node.id, []) if type(node).__name__ == "Name" else []
        return bool(bound) and all(one is not None and self.names.is_strange(one) for one in bound)
