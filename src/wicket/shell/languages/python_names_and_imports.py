"""Imports and names of a program of Python: what each name stands for, wherever in the program that is said.

A module of Python has to be a listed one. A module from elsewhere is a stranger: it may be imported, whatever it holds.
"""

import builtins
from sys import stdlib_module_names

from wicket.shell.code_effects import CodeNotUnderstood
from wicket.shell.languages.python_file_listings import Unpacked
from wicket.shell.languages.python_name_lists import (
    DANGEROUS,
    DUNDERS,
    GONE,
    LISTED,
    MODULES,
    NOTED,
    REACHING,
    REQUESTING,
    TALKING,
)
from wicket.shell.languages.python_passed_arguments import arguments_of_functions, bound_by
from wicket.shell.languages.python_path_values import Paths
from wicket.shell.languages.python_syntax_tree import parents_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from wicket.shell.code_effects import Account

__all__ = ["ALL_BUILTINS", "Names", "has_noted", "is_of_python", "lists"]

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
