"""Gives an account of a program of Python: the files that it names, the processes that it starts, what strangers get.

The program is taken apart by Python itself. Each name that comes with Python has to be one that is listed in
`python_names`. Modules from elsewhere may be imported and called, as a script may do. It is no proof: whoever may run
scripts may run what a module holds.
"""

import builtins
from sys import stdlib_module_names

from wicket.shell.characters import listed
from wicket.shell.code_account import Account
from wicket.shell.languages.python_known_names import (
    BUILTINS,
    DANGEROUS,
    DUNDERS,
    GONE,
    LEADING,
    LISTED,
    MODULES,
    NOTED,
    REACHING,
    TALKING,
)
from wicket.shell.languages.python_path_values import UNKNOWN, Paths

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from wicket.shell.words import Shape

__all__ = ["account_of"]

_ONLY_AST = 0x400
_ENVIRONMENT = "/proc/self/environ"
_ALL_BUILTINS = frozenset(dir(builtins))
_ERRORS = frozenset([name for name in dir(builtins) if name[:1].isupper()])
# They are good for being called, and handed to nobody.
_CALLED_ONLY = frozenset(["open", "getattr"])

# What may be said of a process beside its words.
_PLAIN_KEYWORDS = listed(
    """
    check capture_output text universal_newlines timeout encoding errors stdout stderr bufsize close_fds shell stdin
    input
    """
)
_FEEDING = frozenset(["stdin", "input"])
_READING_METHODS = frozenset(["read_text", "read_bytes"])
_WRITING_METHODS = frozenset(["write_text", "write_bytes", "touch", "mkdir"])
_MOVING_METHODS = frozenset(["rename", "replace"])
_LOOKING_AT_ENVIRONMENT = frozenset(["get", "keys", "__contains__"])
# They tell nothing of what a variable holds.
_SETTING_ENVIRONMENT = frozenset(["setdefault", "update", "pop", "clear"])
_QUERIES = ("SELECT", "PRAGMA TABLE_INFO", "PRAGMA INDEX_LIST", "EXPLAIN", "WITH")
# In a text for a database, it opens another file.
_ATTACHING = ("ATTACH", "LOAD_EXTENSION", "VACUUM INTO")

_ARCHIVES = frozenset(["zipfile", "tarfile"])

_MOST_GIVEN = 200


class _NotUnderstood(Exception):
    """The program may do more than can be told."""


def account_of(text: str) -> Account | None:
    """Give an account of a program; None: it may do more than can be told."""
    first = text.replace("\r", "\n").split("\n", 2)[:2]
    if "\0" in text or any(line.lstrip(" \t\f")[:1] == "#" and "coding" in line for line in first):
        return None  # what is read from a file may be in other letters
    try:
        tree = compile(text, "<text>", "exec", _ONLY_AST)
    except (SyntaxError, ValueError, RecursionError, MemoryError, OverflowError):
        return None
    try:
        return _Program(tree).account()
    except _NotUnderstood:
        return None


class _Program:
    """One program: what it imports, what its names stand for, and what it does."""

    def __init__(self, tree: "Any") -> None:
        self.nodes = list(_all(tree))
        self.modules: dict[str, str] = {}  # of Python, by the names that they have here
        self.given: dict[str, str] = {}  # what such modules give, by the names that it has here
        self.strange: set[str] = set()  # names of what comes from elsewhere
        self.stored: set[str] = set()
        self.done = Account()
        self.paths = Paths(self.full_name)
        self.seen: set[int] = set()  # nodes that what stands above them has dealt with
        self.moves = self.sets_environment = self.database = False

    def account(self) -> Account:
        for node in self.nodes:
            self.bind(node)
        if any(name in self.modules or name in self.given for name in self.stored):
            raise _NotUnderstood
        for node in self.nodes:
            self.look(node)
        done = self.done
        if self.sets_environment and done.starts:
            raise _NotUnderstood
        if self.moves and (done.starts or any(_is_relative(s) for s in (*done.reads, *done.writes))):
            raise _NotUnderstood
        if self.strange:
            done.given = list(dict.fromkeys(self.handed()))[:_MOST_GIVEN]
        if self.database:
            self.look_at_queries()
        return done

    # ── names ────────────────────────────────────────────────────────────────

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
            self.seen.add(id(node.target))
        elif kind == "Name" and type(node.ctx).__name__ != "Load":
            self.stored.add(node.id)
            if id(node) not in self.seen:
                paths.bound.setdefault(node.id, []).append(None)
        elif kind in ("arg", "FunctionDef", "AsyncFunctionDef", "ClassDef", "ExceptHandler"):
            name = node.arg if kind == "arg" else node.name
            if name:
                self.stored.add(name)
                paths.bound.setdefault(name, []).append(None)

    def assigns(self, target: "Any", value: "Any") -> None:
        if type(target).__name__ == "Name":
            self.stored.add(target.id)
            self.seen.add(id(target))
            self.paths.bound.setdefault(target.id, []).append(value)
        elif type(target).__name__ == "Attribute" and self.full_name(target):
            raise _NotUnderstood  # another in the place of what Python has

    def imports(self, module: str, name: str, stands_for: str) -> None:
        """Note a module that is imported."""
        top = module.partition(".")[0]
        if top not in stdlib_module_names and top not in GONE:
            self.stranger(name, top)
            return
        if module not in MODULES and module not in LISTED and not _is_noted(module):
            raise _NotUnderstood
        self.names(name, self.modules, stands_for)
        self.done.talks = self.done.talks or module in ("socket", "ssl", "http.client", "urllib.request")

    def imports_from(self, module: str, name: str, stands_for: str) -> None:
        top = (module or "").partition(".")[0]
        if not top or (top not in stdlib_module_names and top not in GONE):
            if name in REACHING or name in DANGEROUS or name in ("remove", "eval", "exec"):
                raise _NotUnderstood
            if name != "*":
                self.stranger(stands_for, top)
            else:
                self.strange.add("*")
            return
        if name == "*":
            raise _NotUnderstood
        full = f"{module}.{name}"
        self.done.talks = self.done.talks or module in ("socket", "ssl", "http.client", "urllib.request")
        if full in MODULES or full in LISTED:
            self.names(stands_for, self.modules, full)
        elif _lists(module, name) or full in NOTED:
            self.names(stands_for, self.given, full)
        else:
            raise _NotUnderstood

    def names(self, name: str, among: "dict[str, str]", full: str) -> None:
        if among.get(name, full) != full or name in self.strange or name in _ALL_BUILTINS:
            raise _NotUnderstood
        among[name] = full

    def stranger(self, name: str, top: str) -> None:
        if name in self.modules or name in self.given or name in _ALL_BUILTINS or name in REACHING:
            raise _NotUnderstood
        self.strange.add(name)
        self.done.talks = self.done.talks or top in TALKING

    def known_modules(self) -> "list[str]":
        return [*self.modules.values(), *self.given.values()]

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

    # ── nodes ────────────────────────────────────────────────────────────────

    def look(self, node: "Any") -> None:
        kind = type(node).__name__
        if kind == "Call":
            self.call(node)
        elif kind == "Attribute":
            self.attribute(node)
        elif kind == "Name":
            self.name(node)
        elif kind == "Constant":
            if isinstance(node.value, str):
                _check_dunders(node.value)
        elif kind == "Subscript":
            if self.full_name(node.value) == "sys.path" and type(node.ctx).__name__ != "Load":
                raise _NotUnderstood
            if self.full_name(node.value) == "os.environ":
                self.sets_environment = self.sets_environment or type(node.ctx).__name__ != "Load"
                self.seen.add(id(node.value))
        elif kind == "Compare":
            self.seen.update([id(one) for one in node.comparators if self.full_name(one) == "os.environ"])

    def name(self, node: "Any") -> None:
        name = node.id
        if id(node) in self.seen or type(node.ctx).__name__ != "Load":
            return
        if name[:2] == "__" and name not in DUNDERS:
            raise _NotUnderstood
        if name in self.modules or self.given.get(name) in NOTED or name in _CALLED_ONLY:
            raise _NotUnderstood  # a module is good for what is listed of it, and handed to nobody
        if name in self.stored or name in self.given or name in self.strange:
            return
        if name in _ALL_BUILTINS and name not in BUILTINS and name not in _ERRORS and name not in DUNDERS:
            raise _NotUnderstood

    def attribute(self, node: "Any") -> None:
        name = self.full_name(node)
        if name:
            self.base_is_seen(node)
            if id(node) not in self.seen:
                self.module_has(name)
            if name == "os.environ" and id(node) not in self.seen:
                self.done.reads.append((_ENVIRONMENT,))  # all of it
            return
        attr = node.attr
        if id(node) in self.seen:
            return
        if attr in DANGEROUS or attr in REACHING or (attr[:2] == "__" and attr not in DUNDERS):
            raise _NotUnderstood

    def base_is_seen(self, node: "Any") -> None:
        while type(node).__name__ == "Attribute":
            node = node.value
            self.seen.add(id(node))

    def module_has(self, name: str) -> None:
        """See that a name of a module is one of those that are listed."""
        module, _, rest = name.rpartition(".")
        behind: list[str] = []
        while module:
            if name in MODULES or name in LISTED:
                raise _NotUnderstood  # a module as a value
            if module in MODULES or _is_noted(module):
                if f"{module}.{rest}" in NOTED or not _lists(module, rest):
                    raise _NotUnderstood
                if any(
                    one in DANGEROUS or one in REACHING or (one[:2] == "__" and one not in DUNDERS) for one in behind
                ):
                    raise _NotUnderstood
                return
            behind.insert(0, rest)
            module, _, rest = module.rpartition(".")
        raise _NotUnderstood

    # ── calls ────────────────────────────────────────────────────────────────

    def call(self, node: "Any") -> None:
        called = node.func
        full = self.full_name(called)
        if full in NOTED:
            self.seen.add(id(called))
            self.base_is_seen(called)
            self.noted(node, NOTED[full])
            return
        if full.startswith("os.environ."):
            self.seen.update([id(called), id(called.value)])
            self.base_is_seen(called)
            if called.attr in _SETTING_ENVIRONMENT:
                self.sets_environment = True
            elif called.attr not in _LOOKING_AT_ENVIRONMENT:
                self.done.reads.append((_ENVIRONMENT,))
            return
        kind = type(called).__name__
        if kind == "Name" and called.id in _CALLED_ONLY:
            self.seen.add(id(called))
            if called.id == "open":
                self.opens(node, 1)
            else:
                self.gets_attribute(node)
        elif kind == "Attribute" and not full:
            self.method(node, called)

    def gets_attribute(self, node: "Any") -> None:
        name = self.paths.known(node.args[1]) if len(node.args) > 1 else None
        if name is None or name in DANGEROUS or name in REACHING or (name[:2] == "__" and name not in DUNDERS):
            raise _NotUnderstood

    def method(self, node: "Any", called: "Any") -> None:
        """See a method that a path may have, whatever it is called on."""
        attr = called.attr
        base = called.value
        given = node.args
        if attr in _READING_METHODS:
            self.notes_read(self.paths.shapes(base))
        elif attr in _WRITING_METHODS:
            if not self.is_strange(base):
                self.notes_write(self.paths.shapes(base))
        elif attr == "open" and not self.is_strange(base):
            self.opens(node, 0, base)
        elif attr == "read" and len(given) == 1 and (self.is_text(given[0]) or self.lists_texts(given[0])):
            parts = given[0].elts if self.lists_texts(given[0]) else given
            self.notes_read([shape for part in parts for shape in self.paths.shapes(part)])
        elif attr in _MOVING_METHODS and len(given) == 1 and not node.keywords:
            if type(given[0]).__name__ not in ("Dict", "Lambda"):
                self.runs("mv", base, given[0])
        elif attr in ("unlink", "rmdir") and not self.is_strange(base):
            self.seen.add(id(called))
            self.runs("rm" if attr == "unlink" else "rmdir", base)
        elif (attr == "extract" and _ARCHIVES & {name.partition(".")[0] for name in self.known_modules()}) or (
            attr in ("eval", "exec", "query") and given and self.paths.known(given[0]) is None
        ):
            raise _NotUnderstood

    def is_strange(self, node: "Any") -> bool:
        """Tell whether an expression begins with what a module from elsewhere gives: a path is none of that."""
        while type(node).__name__ in ("Attribute", "Call", "Subscript"):
            node = node.func if type(node).__name__ == "Call" else node.value
        return type(node).__name__ == "Name" and node.id in self.strange

    def is_text(self, node: "Any") -> bool:
        return any(shape != UNKNOWN for shape in self.paths.shapes(node))

    def lists_texts(self, node: "Any") -> bool:
        return type(node).__name__ in ("List", "Tuple") and any(self.is_text(item) for item in node.elts)

    def noted(self, node: "Any", how: str) -> None:
        """See a call that is more than computing."""
        given = node.args
        first = self.paths.shapes(given[0]) if given else [UNKNOWN]
        if how == "open":
            self.opens(node, 1)
        elif how == "read":
            self.notes_read(first)
        elif how == "write":
            self.notes_write(first)
        elif how == "list":
            self.done.listed += [shape for shape in first if shape != UNKNOWN]
        elif how in ("rm", "rmdir", "rm -rf"):
            self.runs(how, *given[:1])
        elif how == "mv":
            self.runs(how, *given[:2])
        elif how == "copy":
            self.notes_read(first)
            self.notes_write(self.paths.shapes(given[1]) if len(given) > 1 else [UNKNOWN])
        elif how == "chdir":
            self.moves = True
        elif how == "shell":
            self.runs_text(node)
        elif how == "process":
            self.starts(node)
        elif how == "database":
            self.opens_database(first)
        elif how in ("address", "download"):
            self.fetches(first)
            if how == "download":
                self.notes_write(self.paths.shapes(given[1]) if len(given) > 1 else [UNKNOWN])
        elif how == "configure":
            for keyword in node.keywords:
                if keyword.arg in ("filename", None):
                    self.notes_write(self.paths.shapes(keyword.value))
        elif how == "import":
            self.imports_by_name(node)
        elif given or any(keyword.arg in ("dir", None) for keyword in node.keywords):
            raise _NotUnderstood  # a temporary file in another place

    def imports_by_name(self, node: "Any") -> None:
        name = self.paths.known(node.args[0]) if len(node.args) == 1 and not node.keywords else None
        top = (name or "").partition(".")[0]
        if not top or top in stdlib_module_names or top in GONE:
            raise _NotUnderstood
        self.strange.add(top)

    def opens(self, node: "Any", at: int, path: "Any" = None) -> None:
        """See a file that is opened: `at` is where its mode stands."""
        if path is None:
            path = node.args[0] if node.args else _keyword(node, "file") or _keyword(node, "name")
        if isinstance(getattr(path, "value", None), int):
            return  # a descriptor that is open already
        mode = node.args[at] if len(node.args) > at else _keyword(node, "mode")
        if any(keyword.arg in ("opener", None) for keyword in node.keywords):
            raise _NotUnderstood
        how = "r" if mode is None else self.paths.known(mode)
        zipped = at == 0 and mode is not None and any(name.startswith("zipfile") for name in self.known_modules())
        if zipped and how not in ("r", "w", "a", "x", "rb", "wb", "ab"):
            return  # a part of an archive that is open already
        if how is None or how.strip("rwaxbtU+:gz2"):
            raise _NotUnderstood
        shapes = self.paths.shapes(path)
        if any(c in how for c in "wax+"):
            self.notes_write(shapes)
        if "r" in how or "+" in how or not how.strip("bt"):
            self.notes_read(shapes)

    def notes_read(self, shapes: "list[Shape]") -> None:
        for shape in shapes:
            if shape == UNKNOWN:
                self.done.unknown_read = True
            else:
                self.done.reads.append(shape)

    def notes_write(self, shapes: "list[Shape]") -> None:
        if UNKNOWN in shapes or any(shape[0] is None for shape in shapes):
            raise _NotUnderstood  # it may be any file
        self.done.writes += shapes

    def runs(self, program: str, *operands: "Any") -> None:
        """Note what amounts to a command: all that it names has to be known."""
        words: list[list[str]] = [program.split()]
        for operand in operands:
            texts = [shape[0] for shape in self.paths.shapes(operand) if len(shape) == 1 and shape[0]]
            if len(texts) != len(self.paths.shapes(operand)):
                raise _NotUnderstood
            words = [[*before, f"./{text}" if text[:1] == "-" else text] for before in words for text in texts if text]
        if not operands:
            raise _NotUnderstood
        self.done.commands += [tuple(line) for line in words]

    def runs_text(self, node: "Any") -> None:
        text = self.paths.known(node.args[0]) if node.args else None
        if text is None or len(node.args) > 1 or node.keywords:
            raise _NotUnderstood
        self.done.texts.append(text)

    def starts(self, node: "Any") -> None:
        if len(node.args) != 1 or any(keyword.arg not in _PLAIN_KEYWORDS for keyword in node.keywords):
            raise _NotUnderstood
        shell = _keyword(node, "shell")
        if shell is not None and not isinstance(getattr(shell, "value", None), bool):
            raise _NotUnderstood
        given = node.args[0]
        if type(given).__name__ == "Name":
            bound = self.paths.bound.get(given.id, [])
            given = bound[0] if len(bound) == 1 and given.id not in self.paths.looped else None
        if type(given).__name__ in ("List", "Tuple"):
            words = [self.word(item) for item in given.elts]
            if not words or None in words or (shell is not None and shell.value):
                raise _NotUnderstood
            line = tuple([word for word in words if word is not None])
            if any(keyword.arg in _FEEDING for keyword in node.keywords):
                self.done.fed.append(line)
            else:
                self.done.commands.append(line)
            return
        if any(keyword.arg in _FEEDING for keyword in node.keywords):
            raise _NotUnderstood
        text = self.paths.known(given)
        if not text:
            raise _NotUnderstood
        if shell is not None and shell.value:
            self.done.texts.append(text)
        else:
            self.done.commands.append((text,))

    def word(self, node: "Any") -> str | None:
        return "python3" if self.full_name(node) == "sys.executable" else self.paths.known(node)

    def opens_database(self, shapes: "list[Shape]") -> None:
        self.database = True
        for shape in shapes:
            if shape == UNKNOWN or shape[0] is None or str(shape[0]).startswith("file:"):
                raise _NotUnderstood
            if shape != (":memory:",):
                self.done.writes.append(shape)

    def look_at_queries(self) -> None:
        """See whether a database is only read."""
        texts = []
        for node in self.nodes:
            if type(node).__name__ == "Call" and getattr(node.func, "attr", "") in (
                "execute",
                "executemany",
                "executescript",
            ):
                found = self.paths.shapes(node.args[0]) if node.args else [UNKNOWN]
                texts += [" ".join([piece or "?" for piece in shape]).strip().upper() for shape in found]
        whole = " ".join([node.value.upper() for node in self.nodes if _is_string(node)])
        if any(word in whole for word in _ATTACHING):
            raise _NotUnderstood
        if texts and all(text.startswith(_QUERIES) and ";" not in text.rstrip("; \n") for text in texts):
            self.done.reads += self.done.writes
            self.done.writes = []

    def fetches(self, shapes: "list[Shape]") -> None:
        self.done.talks = True
        for shape in shapes:
            if shape[0] is None:
                self.done.unknown_read = True  # an address may be one of a file
            elif not shape[0].startswith(("http://", "https://")):
                raise _NotUnderstood

    # ── strangers ────────────────────────────────────────────────────────────

    def handed(self) -> "Iterator[str]":
        """Give the names and texts of the program, as the words of a program that nobody knows."""
        for node in self.nodes:
            kind = type(node).__name__
            if kind == "Call":
                names = _chain(node.func)
                if names and (names[0] in self.strange or "*" in self.strange):
                    texts = [node.value for part in node.args for node in _all(part) if _is_string(node)]
                    yield " ".join([*names, *texts])
            elif kind == "Constant" and isinstance(node.value, str) and node.value:
                yield node.value


def _chain(node: "Any") -> "list[str]":
    """Give the names of `a.b.c`."""
    names: list[str] = []
    while type(node).__name__ in ("Attribute", "Call"):
        if type(node).__name__ == "Attribute":
            names.insert(0, node.attr)
            node = node.value
        else:
            node = node.func
    return [node.id, *names] if type(node).__name__ == "Name" else []


def _keyword(node: "Any", name: str) -> "Any":
    return next((keyword.value for keyword in node.keywords if keyword.arg == name), None)


def _is_string(node: "Any") -> bool:
    return type(node).__name__ == "Constant" and isinstance(node.value, str)


def _is_relative(shape: "Shape") -> bool:
    return (shape[0] or "")[:1] != "/"


def _is_noted(module: str) -> bool:
    """Tell whether something of a module is noted, even if nothing else of it may be used."""
    return any(name.startswith(f"{module}.") for name in NOTED)


def _lists(module: str, name: str) -> bool:
    allowed = MODULES.get(module, frozenset())
    if "*" not in allowed:
        return name in allowed
    return f"-{name}" not in allowed and name[:1] != "_" and name not in REACHING and name not in DANGEROUS


def _check_dunders(text: str) -> None:
    """Refuse a text in which a name with two underscores stands that leads further."""
    at = text.find("__")
    while at >= 0:
        end = at
        while end < len(text) and (text[end].isalnum() or text[end] == "_"):
            end += 1
        word = text[at:end]
        if word in LEADING:
            raise _NotUnderstood
        at = text.find("__", max(end, at + 2))


def _all(node: "Any") -> "Iterator[Any]":
    """Give a node and all that it is made of, what stands above first."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        yield node
        below: list[Any] = []
        for field in node._fields:
            value = getattr(node, field, None)
            if isinstance(value, list):
                below += [item for item in value if hasattr(item, "_fields")]
            elif hasattr(value, "_fields"):
                below.append(value)
        waiting += reversed(below)
