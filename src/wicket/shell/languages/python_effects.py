"""Gives an account of a program of Python: the files that it names, the processes that it starts, what strangers get.

The program is taken apart by Python itself. Each name that comes with Python has to be one that is listed in
`python_name_lists`. Modules from elsewhere may be imported and called, as a script may do. It is no proof: whoever may
run scripts may run what a module holds.
"""

from wicket.shell.characters import listed
from wicket.shell.code_effects import Account, CodeNotUnderstood
from wicket.shell.languages.python_attributes import METHODS_OF_PATHS, Attributes
from wicket.shell.languages.python_calls import Calls
from wicket.shell.languages.python_name_lists import BUILTINS, DUNDERS, LEADING, LISTED, MODULES, NOTED
from wicket.shell.languages.python_names_and_imports import ALL_BUILTINS, Names, has_noted, lists
from wicket.shell.languages.python_requests import requests_of
from wicket.shell.languages.python_syntax_tree import all_nodes, dotted_names, no_python_takes, syntax_tree
from wicket.shell.languages.python_texts_handed_over import texts_handed_over
from wicket.shell.languages.python_written_modules import writes_modules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from wicket.shell.unknown_values import Shape

__all__ = ["account_of"]

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
_LOOKING = listed("print dict len list sorted str repr set tuple any all sum min max enumerate iter json.dumps")
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
            return ".".join(called) in _LOOKING and called[0] not in self.names.stored
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
