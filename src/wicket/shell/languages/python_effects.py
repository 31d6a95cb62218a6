"""Gives an account of a program of Python: files, processes, what strangers get, and modules that it writes first."""

from sys import stdlib_module_names

from wicket.shell.characters import listed
from wicket.shell.code_effects import Account, CodeNotUnderstood
from wicket.shell.languages.python_calls_of_files_and_processes import Calls
from wicket.shell.languages.python_databases_requests_pickle_and_copies import requests_of
from wicket.shell.languages.python_name_lists import BUILTINS, DUNDERS, LEADING, LISTED, MODULES, NOTED
from wicket.shell.languages.python_names_imports_and_attributes import (
    ALL_BUILTINS,
    METHODS_OF_PATHS,
    Attributes,
    Names,
    has_noted,
    lists,
)
from wicket.shell.languages.python_syntax_tree import all_nodes, dotted_names, is_string, no_python_takes, syntax_tree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from wicket.shell.unknown_values import Shape

__all__ = ["account_of", "writes_modules"]


# ── the names and texts that a program of Python hands to unknown modules; what it prints is not ──

_MOST_GIVEN = 200


def texts_handed_over(nodes: "list[Any]", names: "Names", strange: "set[str]") -> list[str]:
    """List what a program hands over, each text once, up to a number of them."""
    return list(dict.fromkeys(_texts_handed_to_strangers(nodes, names, strange)))[:_MOST_GIVEN]


def _texts_handed_to_strangers(nodes: "list[Any]", names: "Names", strange: "set[str]") -> "Iterator[str]":
    """Give the names and texts of the program, as the words of an unknown program.

    What is printed is handed to nobody.
    """
    printed: set[int] = set()
    modules: dict[str, str] = {}  # by the names that they have here: `import numpy as np`
    for node in nodes:
        kind = type(node).__name__
        if kind == "Import":
            modules.update([(alias.asname, alias.name) for alias in node.names if alias.asname])
        elif kind == "Call":
            called = dotted_names(node.func)
            if called == ["print"] and "print" not in names.stored and "*" not in strange:
                printed.update(map(id, _texts_of(node.args)))
            if called and (called[0] in strange or "*" in strange):
                texts = [node.value for part in node.args for node in all_nodes(part) if is_string(node)]
                yield " ".join([modules.get(called[0], called[0]), *called[1:], *texts])
        elif is_string(node) and node.value and id(node) not in printed:
            yield node.value


def _texts_of(arguments: "list[Any]") -> "Iterator[Any]":
    """Give the texts that stand among arguments as they are, alone or between what is put into them."""
    for node in arguments:
        kind = type(node).__name__
        if kind == "JoinedStr":
            yield from _texts_of(node.values)
        elif kind == "IfExp":
            yield from _texts_of([node.body, node.orelse])
        elif kind == "BinOp":
            yield from _texts_of([node.left, node.right])
        elif is_string(node):
            yield node


# ── files that a program of Python writes, and that may be modules which it imports afterwards ──

# What other programs are given last, they may put there.
_LOOKING = frozenset(["ls", "cat", "head", "tail", "grep", "wc", "stat", "file", "echo"])
_ENDINGS = (".py", ".pyc", ".so", ".pyd", ".pth", ".zip", ".egg")
# Nothing imports it by itself.
_NEVER_LOADED = frozenset(["test"])
_UNKNOWN = "\0"


def writes_modules(done: "Account", loaded: "set[str]", anywhere: bool) -> bool:
    """Tell whether a module that is loaded may be what the program has written; `anywhere`: in whatever folder."""
    return bool(loaded) and any(_may_be_loaded(shape, loaded, anywhere) for shape in _modules_written(done))


def _modules_written(done: "Account") -> "Iterable[Shape]":
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
    if near and _may_be_module_file(file, stdlib_module_names - _NEVER_LOADED) and ends:
        return True  # modules of Python load others
    # What has no name here, and lies in a folder, is no module of Python.
    strange = loaded - stdlib_module_names
    return (near and _may_be_module_file(file, loaded)) or (
        ends and any(_may_be_module_file(part, strange if _UNKNOWN in part else loaded) for part in parts)
    )


def _may_be_module_file(part: str, names: "Iterable[str]") -> bool:
    """Tell whether a part of a path may be the file or the folder of one of these modules."""
    if _UNKNOWN not in part:
        return part.partition(".")[0] in names
    start = part.partition(_UNKNOWN)[0]
    return any(name.startswith(start) for name in names)


# ── Gives an account of a program of Python: the files that it names, the processes that it starts, what strangers
# get ──

# The program is taken apart by Python itself. Each name that comes with Python has to be one that is listed in
# `python_name_lists`. Modules from elsewhere may be imported and called, as a script may do. It is no proof: whoever
# may run scripts may run what a module holds.


_ENVIRONMENT = "/proc/self/environ"
_ERRORS = frozenset([name for name in ALL_BUILTINS if name[:1].isupper()])
# Python 2 had them.
_BUILTINS_ONCE = frozenset(["apply", "execfile", "file", "reload"])
# They are good for being called, and handed to nobody.
_CALLED_ONLY = frozenset(["open", "getattr"])
_LOOKING_AT_ENVIRONMENT = frozenset(["get", "keys", "__contains__"])
# They tell nothing of what a variable holds.
_SETTING_ENVIRONMENT = frozenset(["setdefault", "update", "pop", "clear", "popitem"])
_COPYING_ENVIRONMENT = listed("copy items values")
# Where all of the environment is handed over: it is looked at or copied there, and not set.
_LOOKING_CALLS = listed("print dict len list sorted str repr set tuple any all sum min max enumerate iter json.dumps")
_SAYING_MORE = frozenset(["eval_str", "fromfile_prefix_chars", "keylog_filename"])
_TAKING_ALL = frozenset(["add_parser"])


def account_of(text: str) -> Account | None:
    """Give an account of a program; None: it may do more than can be told."""
    tree = syntax_tree(text)
    if tree is None:
        return Account() if no_python_takes(text) else None
    try:
        return _Program(tree).account()
    except CodeNotUnderstood:
        return None


class _Program:
    """One program: each name in it is looked at, and each call."""

    def __init__(self, tree: "Any") -> None:
        self.nodes = list(all_nodes(tree))
        self.done = Account()
        self.names = Names(self.nodes, self.done)
        self.attributes = Attributes(self.nodes, self.names)
        self.calls = Calls(self.names, self.done)
        self.annotates = self.asks_for_annotations = False
        self.seen: set[int] = set()  # nodes that what stands above them has dealt with
        self.sets_environment = False

    def account(self) -> Account:
        for node in self.nodes:
            self.look(node)
        self.calls.databases.look_at_queries(self.nodes)
        done = self.done
        if (self.sets_environment and done.starts) or (self.annotates and self.asks_for_annotations):
            raise CodeNotUnderstood
        if writes_modules(done, self.names.loaded, self.names.moves_imports):
            raise CodeNotUnderstood
        if self.calls.moves and (done.starts or any(_is_relative(s) for s in (*done.reads, *done.writes))):
            raise CodeNotUnderstood
        if self.names.requesting and not self.names.talks_otherwise:
            done.requests = requests_of(self.nodes, self.names)
        strange = self.names.strange - (self.names.requesting if done.requests is not None else set())
        if strange:
            done.given = texts_handed_over(self.nodes, self.names, strange)
        return done

    # ── names ────────────────────────────────────────────────────────────────

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
            if self.names.full_name(node.value) == "sys.path" and type(node.ctx).__name__ != "Load":
                raise CodeNotUnderstood
            if self.names.full_name(node.value) == "os.environ":
                self.sets_environment = self.sets_environment or type(node.ctx).__name__ != "Load"
                self.seen.add(id(node.value))
        elif kind == "Compare":
            self.seen.update([id(one) for one in node.comparators if self.names.full_name(one) == "os.environ"])
        elif kind == "MatchClass":
            for name in node.kwd_attrs:
                self.taken_by_name(name)

    def name(self, node: "Any") -> None:
        name = node.id
        if id(node) in self.seen:
            return
        if type(node.ctx).__name__ != "Load":
            self.attributes.check_stored_name(name)
            return
        if name[:2] == "__" and name not in DUNDERS:
            raise CodeNotUnderstood
        if self.names.given.get(name) in NOTED and id(node) in self.attributes.annotating:
            self.annotates = True
            return
        if name in self.names.modules or self.names.given.get(name) in NOTED or name in _CALLED_ONLY:
            raise CodeNotUnderstood  # a module is good for what is listed of it, and handed to nobody
        if name == "type":
            self.attributes.check_type_name(node)
        if name in self.names.given or name in self.names.strange or name in DUNDERS:
            return
        if name in ALL_BUILTINS:
            # Another value may have its name; but that value need not be in force here.
            if name not in BUILTINS and name not in _ERRORS:
                raise CodeNotUnderstood
        elif name in _BUILTINS_ONCE and name not in self.names.stored:
            raise CodeNotUnderstood

    def attribute(self, node: "Any") -> None:
        name = self.names.full_name(node)
        self.asks_for_annotations = self.asks_for_annotations or node.attr in ("annotation", "return_annotation")
        if name:
            self.base_is_seen(node)
            if id(node) not in self.seen:
                self.of_module(node, name)
        elif id(node) not in self.seen:
            self.attributes.check(node)
            if node.attr in METHODS_OF_PATHS or self.calls.how_with_modules(node.attr):
                self.calls.method_as_value(node)

    def of_module(self, node: "Any", name: str) -> None:
        """See what is taken of a module of Python, and not called, or called without being more than computing."""
        if name in NOTED and id(node) in self.attributes.annotating:
            self.annotates = True
            return
        self.module_has(name)
        if name == "os.environ":
            self.done.reads.append((_ENVIRONMENT,))  # all of it
            self.sets_environment = self.sets_environment or not self.is_looked_at(node)
        elif name.startswith("os.environ."):
            self.sets_environment = True  # a method of it, for whoever calls that
        elif name == "asyncio.open_connection":
            self.names.talks(True)

    def is_looked_at(self, node: "Any") -> bool:
        """Tell whether all that becomes of a value is that somebody looks at it."""
        above = self.names.parents[id(node)]
        kind = type(above).__name__
        if kind == "Call":
            called = dotted_names(above.func)
            return ".".join(called) in _LOOKING_CALLS and called[0] not in self.names.stored
        return kind in ("For", "comprehension", "FormattedValue", "Dict", "Expr", "Compare")

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
                raise CodeNotUnderstood  # a module as a value
            if module in MODULES or has_noted(module):
                if f"{module}.{rest}" in NOTED or not lists(module, rest):
                    raise CodeNotUnderstood
                if self.attributes.check_of_python(behind):
                    self.done.unknown_read = True
                return
            behind.insert(0, rest)
            module, _, rest = module.rpartition(".")
        raise CodeNotUnderstood

    # ── calls ────────────────────────────────────────────────────────────────

    def call(self, node: "Any") -> None:
        called = node.func
        full = self.names.full_name(called)
        for keyword in node.keywords:
            if keyword.arg in _SAYING_MORE or (keyword.arg is None and getattr(called, "attr", "") in _TAKING_ALL):
                raise CodeNotUnderstood
        if full in NOTED:
            self.seen.add(id(called))
            self.base_is_seen(called)
            self.calls.noted(node, NOTED[full])
            return
        if full.startswith("os.environ."):
            self.seen.update([id(called), id(called.value)])
            self.base_is_seen(called)
            if called.attr in _SETTING_ENVIRONMENT:
                self.sets_environment = True
            elif called.attr in _COPYING_ENVIRONMENT:
                self.done.reads.append((_ENVIRONMENT,))
            elif called.attr not in _LOOKING_AT_ENVIRONMENT:
                raise CodeNotUnderstood
            return
        kind = type(called).__name__
        if kind == "Name" and called.id in _CALLED_ONLY:
            self.seen.add(id(called))
            if called.id == "open":
                self.calls.opens(node, 1)
            else:
                self.gets_attribute(node)
        elif kind == "Attribute" and not full and self.calls.method(node, called):
            self.seen.add(id(called))

    def gets_attribute(self, node: "Any") -> None:
        starred = any(type(part).__name__ == "Starred" for part in node.args)
        name = self.names.paths.known(node.args[1]) if len(node.args) > 1 and not starred else None
        if name != "__name__" and name != "__version__":
            self.taken_by_name(name)

    def taken_by_name(self, name: str | None) -> None:
        self.attributes.check_taken_by_name(name)
        if self.calls.how_with_modules(name or ""):
            raise CodeNotUnderstood


def _is_relative(shape: "Shape") -> bool:
    return (shape[0] or "")[:1] != "/"


def _check_dunders(text: str) -> None:
    """Refuse a text in which a name with two underscores stands that leads further."""
    at = text.find("__")
    while at >= 0:
        end = at
        while end < len(text) and (text[end].isalnum() or text[end] == "_"):
            end += 1
        word = text[at:end]
        if word in LEADING:
            raise CodeNotUnderstood
        at = text.find("__", max(end, at + 2))
