"""What names, imports and attributes of a program of Python stand for, and which lead further than is known."""

import builtins
from sys import stdlib_module_names

from wicket.shell.characters import listed
from wicket.shell.code_effects import CodeNotUnderstood
from wicket.shell.languages.python_name_lists import (
    DANGEROUS,
    DANGEROUS_WITH,
    DUNDERS,
    GONE,
    LISTED,
    MODULES,
    NEVER_SET_WITH,
    NOTED,
    REACHING,
    REQUESTING,
    TALKING,
)
from wicket.shell.languages.python_paths_and_file_listings import Paths, Unpacked
from wicket.shell.languages.python_syntax_tree import all_nodes, arguments_of_functions, bound_by, parents_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from wicket.shell.code_effects import Account

__all__ = [
    "ALL_BUILTINS",
    "METHODS_OF_PATHS",
    "READING_METHODS",
    "Attributes",
    "Names",
    "has_noted",
    "is_of_python",
    "lists",
]


# ── imports and names of a program of Python: what each name stands for, wherever in the program that is said ──

# A module of Python has to be a listed one. A module from elsewhere is a stranger: it may be imported, whatever it
# holds.


ALL_BUILTINS = frozenset(dir(builtins))
# Nodes that bind a name that is no node of its own.
_BINDING = frozenset(
    [
        *(
            "arg",
            "FunctionDef",
            "AsyncFunctionDef",
            "ClassDef",
            "ExceptHandler",
            "MatchAs",
            "MatchStar",
            "MatchMapping",
        ),
        *("TypeVar", "TypeVarTuple", "ParamSpec"),
    ]
)
_OPERATORS = frozenset([f"__{side}{name}__" for side in ("", "r", "i") for name in ("add", "mod", "truediv")])
# Whoever is handed a list here leaves it as it is.
_LEAVING = frozenset(["print", "len", "str", "repr", "join", "list", "tuple", "sorted", "enumerate"])
_LOOKING_AT_A_LIST = frozenset(["print", "len", "list", "tuple", "set", "sorted", "enumerate", "reversed", "iter"])
_MODULES_THAT_TALK = frozenset(["socket", "ssl", "http.client", "urllib.request"])


class Names:
    """What the names of one program stand for: modules, what these give, and expressions."""

    def __init__(self, nodes: "list[Any]", done: "Account") -> None:
        self.modules: dict[str, str] = {}  # of Python, by the names that they have here
        self.given: dict[str, str] = {}  # what such modules give, by the names that it has here
        self.strange: set[str] = set()  # names of what comes from elsewhere
        self.requesting: set[str] = set()  # those among them that stand for `requests` or `httpx` itself
        self.talks_otherwise = False
        self.stored: set[str] = set()
        self.loaded: set[str] = set()  # the modules that are imported, by the first of their names
        self.done = done
        self.nodes = nodes
        self.parents = parents_of(nodes)
        self.paths = Paths(self.full_name, self.is_gone_through)
        self.targets: set[int] = set()  # names that an expression is assigned to, which has been noted
        self.passed = arguments_of_functions(nodes)
        for node in nodes:
            self.bind(node)
        if any(name in self.modules or name in self.given for name in self.stored):
            raise CodeNotUnderstood
        self.paths.overloads = not self.stored.isdisjoint(_OPERATORS)
        for name in self.strange:
            self.paths.bound.setdefault(name, []).append(None)
        # Whether it may be told where else modules are looked for.
        self.moves_imports = any(
            getattr(node, "attr", "") == "path" and self.full_name(node) == "sys.path" for node in nodes
        )

    def bind(self, node: "Any") -> None:
        """Note what names stand for, wherever in the program that is said."""
        kind = type(node).__name__
        paths = self.paths
        if kind == "Import":
            for alias in node.names:
                top = alias.name.partition(".")[0]
                self.imports(alias.name, alias.asname or top, alias.name if alias.asname else top)
        elif kind == "ImportFrom":
            for alias in node.names:
                self.imports_from("" if node.level else node.module, alias.name, alias.asname or alias.name)
        elif kind == "Assign":
            for target in node.targets:
                self.assigns(target, node.value)
        elif kind in ("AnnAssign", "NamedExpr"):
            self.assigns(node.target, node.value)
        elif kind in ("For", "AsyncFor", "comprehension") and type(node.target).__name__ == "Name":
            paths.looped.setdefault(node.target.id, []).append(node.iter)
            self.stored.add(node.target.id)
            self.targets.add(id(node.target))
        elif kind in ("For", "AsyncFor", "comprehension") and type(node.target).__name__ == "Tuple":
            for place, part in enumerate(node.target.elts):
                if type(part).__name__ == "Name":
                    paths.looped.setdefault(part.id, []).append(Unpacked(node.iter, place, node.target.elts))
                    self.targets.add(id(part))
        elif kind == "Name" and type(node.ctx).__name__ != "Load":
            self.stored.add(node.id)
            if id(node) not in self.targets:
                paths.bound.setdefault(node.id, []).append(None)
        elif kind in _BINDING:
            name = bound_by(node)
            if name:
                self.stored.add(name)
                paths.bound.setdefault(name, []).extend(self.passed.get(id(node), [None]))

    def is_left(self, name: str, runs_it: "Any") -> bool:
        """Tell whether a list stays as it is: wherever its name stands, it is run or looked at."""
        for node in self.nodes:
            if getattr(node, "id", "") != name or type(node.ctx).__name__ != "Load":
                continue
            above = self.parents[id(node)]
            kind = type(above).__name__
            called = above.func if kind == "Call" and above.func is not node else None
            runs = self.full_name(called).startswith("subprocess.") or self.full_name(called) == "shlex.join"
            plain = (getattr(called, "id", "") or getattr(called, "attr", "")) in _LEAVING - self.stored
            looked_at = kind in ("FormattedValue", "Starred", "Compare") or (
                kind == "Subscript" and type(above.ctx).__name__ == "Load"
            )
            if above is not runs_it and not (runs or plain or looked_at):
                return False
        return True

    def is_gone_through(self, name: str) -> bool:
        """Tell whether only loops get hold of a list, and functions of Python that look at it."""
        for node in self.nodes:
            if getattr(node, "attr", "") == name:
                return False  # of a class, it may be had by another way
            if getattr(node, "id", "") != name or type(node.ctx).__name__ != "Load":
                continue
            above = self.parents[id(node)]
            called = getattr(above.func, "id", "") if type(above).__name__ == "Call" else ""
            if called not in _LOOKING_AT_A_LIST - self.stored and getattr(above, "iter", None) is not node:
                return False
        every = [value for values in self.paths.bound.values() for value in values if value is not None]
        return all(sum(one is other for other in every) == 1 for one in self.paths.bound.get(name, ()) if one)

    def assigns(self, target: "Any", value: "Any") -> None:
        if type(target).__name__ == "Name":
            self.stored.add(target.id)
            self.targets.add(id(target))
            self.paths.bound.setdefault(target.id, []).append(value)
        elif type(target).__name__ == "Attribute" and self.full_name(target):
            raise CodeNotUnderstood  # another in the place of what Python has

    def imports(self, module: str, name: str, stands_for: str) -> None:
        """Note a module that is imported."""
        top = module.partition(".")[0]
        self.loaded.add(top)
        if not is_of_python(top):
            self.stranger(name, top)
            if module in REQUESTING:
                self.requesting.add(name)
            return
        if module not in MODULES and module not in LISTED and not has_noted(module):
            raise CodeNotUnderstood
        self.stands_for(name, self.modules, stands_for)
        self.talks(module in _MODULES_THAT_TALK)

    def imports_from(self, module: str, name: str, stands_for: str) -> None:
        top = (module or "").partition(".")[0]
        self.loaded.add(top)
        if not top or not is_of_python(top):
            self.loaded.add(name)
            if name in REACHING or name in DANGEROUS or name in ("remove", "eval", "exec"):
                raise CodeNotUnderstood
            if name[:2] == "__" and name not in DUNDERS:
                raise CodeNotUnderstood
            if name != "*":
                self.stranger(stands_for, top)
            else:
                self.strange.add("*")
            self.talks(top in TALKING, otherwise=module != "requests.exceptions")
            return
        if name == "*":
            raise CodeNotUnderstood
        full = f"{module}.{name}"
        self.talks(module in _MODULES_THAT_TALK)
        if full in MODULES or full in LISTED:
            self.stands_for(stands_for, self.modules, full)
        elif lists(module, name) or full in NOTED:
            self.stands_for(stands_for, self.given, full)
        else:
            raise CodeNotUnderstood

    def stands_for(self, name: str, among: "dict[str, str]", full: str) -> None:
        if among.get(name, full) != full or name in self.strange or name in ALL_BUILTINS:
            raise CodeNotUnderstood
        among[name] = full

    def stranger(self, name: str, top: str) -> None:
        if name in self.modules or name in self.given or name in ALL_BUILTINS or name in REACHING:
            raise CodeNotUnderstood
        self.strange.add(name)
        self.talks(top in TALKING, otherwise=top not in REQUESTING)

    def talks(self, talks: bool, otherwise: bool = True) -> None:
        """Note that a module talks to other machines; `otherwise`: in another way than by plain requests."""
        self.done.talks = self.done.talks or talks
        self.talks_otherwise = self.talks_otherwise or (talks and otherwise)

    def full_name(self, node: "Any") -> str:
        """Give the name by which Python's own modules know what an expression names; empty: it is none of theirs."""
        parts: list[str] = []
        while type(node).__name__ == "Attribute":
            parts.insert(0, node.attr)
            node = node.value
        if type(node).__name__ != "Name":
            return ""
        start = self.modules.get(node.id) or self.given.get(node.id)
        return ".".join([start, *parts]) if start else ""

    def known_modules(self) -> "list[str]":
        return [*self.modules.values(), *self.given.values()]

    def is_strange(self, node: "Any") -> bool:
        """Tell whether an expression begins with what a module from elsewhere gives: a path is none of that."""
        while type(node).__name__ in ("Attribute", "Call", "Subscript"):
            node = node.func if type(node).__name__ == "Call" else node.value
        return type(node).__name__ == "Name" and node.id in self.strange


def is_of_python(top: str) -> bool:
    """Tell whether a module comes with Python, or did once; so do all whose names begin with an underscore."""
    return top in stdlib_module_names or top in GONE or top[:1] == "_"


def has_noted(module: str) -> bool:
    """Tell whether something of a module is noted, even if nothing else of it may be used."""
    return any(name.startswith(f"{module}.") for name in NOTED)


def lists(module: str, name: str) -> bool:
    """Tell whether a name of a module is a listed one."""
    return name in MODULES.get(module, ())


# ── attributes in a program of Python, whatever they are taken of: which of them lead further than the text tells ──

# The type of an object is not known. So a name counts wherever it stands: called, handed on, matched or set.


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
