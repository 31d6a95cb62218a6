"""Small programs of python that are shown to do nothing but compute, print, and read files that they name.

The program is taken apart by python itself, and each node, name, call and attribute has to be one of those listed here.
"""

import builtins

from wicket.shell.characters import listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["files_of"]

_ONLY_AST = 0x400

_NODES = listed(
    """
    Module Expr Assign AugAssign If For While Pass Break Continue Import ImportFrom alias BoolOp NamedExpr BinOp
    UnaryOp IfExp Dict Set ListComp SetComp DictComp GeneratorExp Compare Call FormattedValue JoinedStr
    Constant Attribute Subscript Starred Name List Tuple Slice comprehension keyword Load Store And Or
    Add Sub Mult Div Mod Pow LShift RShift BitOr BitXor BitAnd FloorDiv Invert Not UAdd USub Eq NotEq Lt
    LtE Gt GtE Is IsNot In NotIn Assert With withitem Lambda arguments arg
    """
)
_CALLS = listed(
    """
    print len sum min max sorted str int float bool list dict set tuple range enumerate zip any all abs
    round ord chr hex bin oct repr reversed divmod
    """
)
# Of whatever object: these compute, or tell something.
_ATTRIBUTES = listed(
    """
    loads dumps load stdin argv version version_info read readline readlines strip lstrip rstrip split rsplit join get
    items keys values lower upper replace startswith endswith title count index find append sort pi e
    sqrt floor ceil log log2 log10 isdigit splitlines platform maxsize executable major minor micro
    zfill ljust rjust encode decode hexdigest isoformat strftime timestamp date year month day now today utcnow
    group groups most_common prefix
    """
)
# Of modules that come with python: nothing but these.
_MODULES = {
    "json": listed("load loads dumps JSONDecodeError"),
    "sys": listed(
        """
        stdin argv version version_info platform maxsize executable prefix base_prefix byteorder
        getrecursionlimit getsizeof float_info implementation
        """
    ),
    "math": listed("pi e tau inf sqrt floor ceil log log2 log10 sin cos tan exp pow gcd factorial hypot isclose fsum"),
    "os": listed("getcwd cpu_count getpid sep linesep name"),
    "platform": listed("python_version system machine release python_implementation"),
    "time": listed("time time_ns monotonic perf_counter sleep strftime"),
    "datetime": listed("datetime date timedelta timezone UTC"),
    "re": listed("sub findall search match fullmatch split escape IGNORECASE MULTILINE DOTALL I M S"),
    "random": listed("random randint choice randrange uniform sample"),
    "secrets": listed("token_hex token_urlsafe token_bytes"),
    "uuid": listed("uuid4"),
    "string": listed("ascii_letters ascii_lowercase ascii_uppercase digits punctuation"),
    "hashlib": listed("sha256 sha1 md5 sha512"),
    "base64": listed("b64encode b64decode urlsafe_b64encode urlsafe_b64decode"),
    "collections": listed("Counter OrderedDict"),
    "statistics": listed("mean median stdev"),
    "textwrap": listed("dedent fill shorten"),
    "html": listed("escape unescape"),
    "ast": listed("parse literal_eval dump"),
    "tomllib": listed("load loads"),
    "csv": listed("reader DictReader"),
    "site": listed("getsitepackages getusersitepackages"),
    "importlib.metadata": listed("version"),
    "pathlib": frozenset(["Path"]),
}
_BUILTINS = frozenset(dir(builtins))
# Of a path that is named, and of nothing else.
_OF_PATHS = listed("read_text read_bytes exists is_file is_dir")

# Importing it opens a browser.
_ACTS = frozenset(["antigravity"])


def files_of(text: str) -> list[str] | None:
    """Name the files that a program reads; None: it may do more, or which is not known.

    Of modules that do not come with python, it may print the version: importing one is like running its file, which is
    nothing that the text says.
    """
    if "\0" in text or "__" in text.replace(".__version__", "").replace(".__file__", ""):
        return None
    first = text.replace("\r", "\n").split("\n", 2)[:2]
    if any(line.lstrip(" \t\f")[:1] == "#" and "coding" in line for line in first):
        return None  # what is read from a file may be in other letters then
    try:
        tree = compile(text, "<text>", "exec", _ONLY_AST)
    except (SyntaxError, ValueError, RecursionError, MemoryError, OverflowError):
        return None
    found = _Walk()
    return found.files if found.walk(tree) else None


class _Walk:
    """One way through a program: what it imports, and which files it reads."""

    def __init__(self) -> None:
        self.files: list[str] = []
        self.modules: dict[str, str] = {}  # by the names that they have here
        self.given: dict[str, str] = {}  # what modules give, functions and types, and which module
        self.bases: list[str] = []  # names in which an attribute was looked up
        self.used: list[str] = []
        self.stored: set[str] = set()

    def walk(self, tree: "Any") -> bool:
        # What a name stands for is known when all that is imported has been seen, wherever that stands.
        waiting = [tree]
        while waiting:
            node = waiting.pop()
            kind = type(node).__name__
            if kind not in _NODES or (kind in ("Import", "ImportFrom") and not self.imports(node)):
                return False
            waiting += _below(node)
        waiting = [tree]
        while waiting:
            following = self.seen(waiting.pop())
            if following is None:
                return False
            waiting += following
        # A module is good for what is listed of it, and is handed to nobody.
        if any(self.used.count(name) != self.bases.count(name) for name in self.modules):
            return False
        if any(name not in self.bases for name, module in self.modules.items() if module not in _MODULES):
            return False
        known = {*self.modules, *self.given, *_CALLS}
        return not (self.stored & known) and not any(name in _BUILTINS - known for name in self.used)

    def seen(self, node: "Any") -> "list[Any] | None":
        """Look at one node; give those below it that remain to be looked at, or None if it may do more."""
        kind = type(node).__name__
        if kind == "Attribute":
            return self.attribute(node)
        if kind == "Call":
            return self.call(node)
        if kind == "Name":
            if node.id in self.given:
                return None  # it is good for being called, and handed to nobody
            self.used.append(node.id)
            if type(node.ctx).__name__ != "Load":
                self.stored.add(node.id)
        elif kind == "arg":
            self.stored.add(node.arg)
        return _below(node)

    def imports(self, node: "Any") -> bool:
        """Note what is imported, and tell whether that is all that happens."""
        for alias in node.names:
            name = alias.asname or alias.name
            if not name.isidentifier() or name[0] == "_" or name in _BUILTINS or name in self.modules | self.given:
                return False
            if type(node).__name__ == "ImportFrom":
                if node.level or alias.asname or name not in _MODULES.get(node.module, ()):
                    return False
                self.given[name] = node.module
            elif alias.name in _ACTS or not alias.name.isidentifier() or alias.name[0] == "_":
                return False
            else:
                self.modules[name] = alias.name
        return True

    def attribute(self, node: "Any") -> "list[Any] | None":
        """See an attribute: of a module, those that are listed for it; of anything else, those that compute."""
        if type(node.ctx).__name__ != "Load":
            return None
        base = node.value
        if type(base).__name__ != "Name":
            return [base] if node.attr in _ATTRIBUTES else None
        self.bases.append(base.id)
        self.used.append(base.id)
        module = self.modules.get(base.id)
        if module is None:
            return [] if node.attr in _ATTRIBUTES else None
        if module in _MODULES:
            return [] if node.attr in _MODULES[module] and module != "pathlib" else None
        return [] if node.attr in ("__version__", "__file__") else None

    def call(self, node: "Any") -> "list[Any] | None":
        """See a call: of functions that compute, and of those that open a file that is named."""
        called = node.func
        kind = type(called).__name__
        given = [*node.args, *node.keywords]
        if kind == "Name":
            if called.id == "open":
                return [] if self.opens(node) else None
            if called.id not in _CALLS and called.id not in self.given:
                return None
            if called.id == "Path" or (called.id == "print" and any(k.arg in ("file", None) for k in node.keywords)):
                return None
            self.used.append(called.id)
            return given
        if kind != "Attribute":
            return None
        base = called.value
        if called.attr in _OF_PATHS and type(base).__name__ == "Call":
            return [] if self.is_path(base) and self.reads(base) and not node.args and _plain_keywords(node) else None
        return [called, *given]

    def is_path(self, node: "Any") -> bool:
        """Tell whether this is `Path(…)`, or `pathlib.Path(…)`."""
        called = node.func
        if type(called).__name__ == "Name":
            return called.id == "Path" and "Path" in self.given
        if type(called).__name__ != "Attribute" or called.attr != "Path" or type(called.value).__name__ != "Name":
            return False
        self.bases.append(called.value.id)
        self.used.append(called.value.id)
        return self.modules.get(called.value.id) == "pathlib"

    def opens(self, node: "Any") -> bool:
        """Tell whether a file is opened for reading alone."""
        modes = [*node.args[1:], *[keyword.value for keyword in node.keywords if keyword.arg == "mode"]]
        plain = len(modes) < 2 and all(getattr(mode, "value", "") in ("r", "rb", "rt") for mode in modes)
        return plain and self.reads(node) and _plain_keywords(node)

    def reads(self, node: "Any") -> bool:
        """Note the file that the first argument names."""
        path = getattr(node.args[0], "value", None) if node.args else None
        if not isinstance(path, str) or not path or type(node.args[0]).__name__ != "Constant":
            return False
        self.files.append(path)
        return len(node.args) == 1 or (type(node.func).__name__ == "Name" and node.func.id == "open")


def _plain_keywords(node: "Any") -> bool:
    """Tell whether nothing but the encoding of a file is told, and how it is opened."""
    return all(
        keyword.arg in ("encoding", "errors", "newline", "mode") and type(keyword.value).__name__ == "Constant"
        for keyword in node.keywords
    )


def _below(node: "Any") -> "list[Any]":
    """Give what a node is made of."""
    made: list[Any] = []
    for field in node._fields:
        value = getattr(node, field, None)
        if isinstance(value, list):
            made += [item for item in value if hasattr(item, "_fields")]
        elif hasattr(value, "_fields"):
            made.append(value)
    return made
