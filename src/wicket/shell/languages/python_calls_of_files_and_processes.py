"""What the calls of a program of Python do: files that are opened, processes that are started, addresses, databases."""

from wicket.shell.characters import listed
from wicket.shell.code_effects import CodeNotUnderstood, FoundPath
from wicket.shell.languages.python_databases_requests_pickle_and_copies import (
    EXECUTING,
    Databases,
    also_written,
    unpickled_file,
)
from wicket.shell.languages.python_name_lists import LIMITED
from wicket.shell.languages.python_names_imports_and_attributes import METHODS_OF_PATHS, READING_METHODS, is_of_python
from wicket.shell.languages.python_paths_and_file_listings import UNKNOWN
from wicket.shell.languages.python_syntax_tree import keyword_value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from wicket.shell.code_effects import Account
    from wicket.shell.languages.python_names_imports_and_attributes import Names
    from wicket.shell.unknown_values import Shape

__all__ = ["Calls"]

# What may be said of a process beside its words.
_PLAIN_KEYWORDS = listed(
    """
    check capture_output text universal_newlines timeout encoding errors stdout stderr bufsize close_fds shell stdin
    input
    """
)
_FEEDING = frozenset(["stdin", "input"])
_WRITING_METHODS = frozenset(["write_text", "write_bytes", "touch", "mkdir"])
_MOVING_METHODS = frozenset(["rename", "replace"])

# Methods of whatever object, where a module is imported whose objects take the name of a file by them.
_WITH_MODULES: dict[str, dict[str, str]] = {
    "configparser": {"read": "read"},
    "sqlite3": dict.fromkeys(EXECUTING, "execute"),
    "tarfile": {"add": "read all", "gettarinfo": "read"},
    "xml.etree.ElementTree": {"write": "write", "parse": "read"},
    "zipfile": {"write": "read"},
}
_OPENING = frozenset(
    ["open", "io.open", "codecs.open", "gzip.open", "bz2.open", "lzma.open", "io.StringIO", "io.BytesIO"]
)
# What may be said of a temporary file.
_OF_TEMPORARY = listed("mode delete encoding newline text buffering errors ignore_cleanup_errors")
_OF_TESTS = listed("verbosity exit failfast buffer argv warnings catchbreak")


class Calls:
    """Notes in an account what the calls of one program do."""

    def __init__(self, names: "Names", done: "Account") -> None:
        self.names = names
        self.paths = names.paths
        self.done = done
        self.moves = False
        self.databases = Databases(self.paths, done)
        known = names.known_modules()
        self.has_paths = any(name.startswith("pathlib") for name in known)
        self.with_modules = {
            method: how
            for module, methods in _WITH_MODULES.items()
            if any(name == module or name.startswith(f"{module}.") for name in known)
            for method, how in methods.items()
        }

    def noted(self, node: "Any", how: str) -> None:
        """See a call that is more than computing."""
        given = node.args
        _check_no_stars(node)
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
        elif how in ("copy", "copy into", "copy tree"):
            targets = self.paths.shapes(given[1]) if len(given) > 1 else [UNKNOWN]
            self.notes_read(first)
            self.notes_write(targets)
            self.notes_write(also_written(how, first, targets, keyword_value(node, "dirs_exist_ok")))
        elif how == "chdir":
            self.moves = True
        elif how == "shell":
            self.runs_text(node)
        elif how == "process":
            self.starts(node)
        elif how == "database":
            self.databases.opens(first)
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
        elif how == "limited":
            places, words = LIMITED[self.names.full_name(node.func)]
            if len(given) > places or any(keyword.arg not in words for keyword in node.keywords):
                raise CodeNotUnderstood
        elif how == "field":
            if type(self.names.parents[id(node)]).__name__ != "AnnAssign":
                raise CodeNotUnderstood  # its name becomes code of the class
        elif how == "tests":
            self.runs_tests(node)
        elif how == "unpickle":
            file = unpickled_file(self, node)
            self.runs("python3", *([] if file is None else [file]))
        elif how == "patch":
            self.patches(node)
        else:
            self.makes_temporary(node)

    def makes_temporary(self, node: "Any") -> None:
        for keyword in node.keywords:
            name = self.paths.known(keyword.value) if keyword.arg in ("prefix", "suffix") else None
            if keyword.arg not in _OF_TEMPORARY and (name is None or "/" in name):
                raise CodeNotUnderstood  # in another place
        if node.args:
            raise CodeNotUnderstood

    def runs_tests(self, node: "Any") -> None:
        """See `unittest.main`: it may be told to load other modules."""
        argv = keyword_value(node, "argv")
        words = [self.paths.known(one) for one in argv.elts] if type(argv).__name__ in ("List", "Tuple") else [None]
        options = argv is None or all(word is not None and (not at or word[:1] == "-") for at, word in enumerate(words))
        if node.args or not options or any(keyword.arg not in _OF_TESTS for keyword in node.keywords):
            raise CodeNotUnderstood

    def method(self, node: "Any", called: "Any") -> bool:
        """See a method that a path may have, whatever it is called on. Gives whether that has been seen to."""
        attr = called.attr
        base = called.value
        given = node.args
        if self.databases.empties(called, given):
            raise CodeNotUnderstood
        if attr in ("eval", "exec", "query") and given and self.paths.known(given[0]) is None:
            raise CodeNotUnderstood
        if attr == "extractall":
            self.extracts(node, base)
            return True
        if self.names.is_strange(base):
            if attr in READING_METHODS:
                self.notes_read([UNKNOWN])
            return attr in METHODS_OF_PATHS - {"unlink", "rmdir"}
        if attr in METHODS_OF_PATHS:
            _check_no_stars(node)
        if attr in READING_METHODS:
            self.notes_read(self.paths.shapes(base))
        elif attr in _WRITING_METHODS:
            self.notes_write(self.paths.shapes(base))
        elif attr == "open":
            self.opens(node, 0, base)
        elif attr in _MOVING_METHODS:
            self.may_move(node, base)
        elif attr in ("unlink", "rmdir"):
            self.runs("rm" if attr == "unlink" else "rmdir", base)
        elif attr in self.with_modules:
            self.with_module(node, called, self.with_modules[attr])
            return True
        elif attr == "read" and len(given) == 1 and (self.is_text(given[0]) or self.lists_texts(given[0])):
            self.notes_read(self.shapes_within(given[0]))
        elif attr in ("copy", "move") and given and self.has_paths:
            raise CodeNotUnderstood
        return attr in METHODS_OF_PATHS

    def extracts(self, node: "Any", base: "Any") -> None:
        """See `ZipFile(x).extractall(y)`, which is what unzip does. An archive of tar may lead out of the folder."""
        _check_no_stars(node)
        archive = base if type(base).__name__ == "Call" else self.stands_for(base)
        folder = node.args[0] if node.args else keyword_value(node, "path")
        if (
            archive is None
            or folder is None
            or self.names.full_name(archive.func) != "zipfile.ZipFile"
            or not archive.args
        ):
            raise CodeNotUnderstood
        self.runs("unzip -d", folder, archive.args[0])

    def stands_for(self, node: "Any") -> "Any":
        """Give the one call whose value a name stands for; None: it may stand for something else."""
        if type(node).__name__ != "Name" or node.id in self.paths.looped:
            return None
        stored = [
            one for one in self.names.nodes if getattr(one, "id", "") == node.id and type(one.ctx).__name__ == "Store"
        ]
        if len(stored) != 1 or len(self.paths.bound.get(node.id, ())) != 1:
            return None
        return self.bound_call(stored[0])

    def may_move(self, node: "Any", base: "Any") -> None:
        """See `x.rename(y)` and `x.replace(y)`; with two values, a text is replaced by another."""
        if any(keyword.arg == "target" for keyword in node.keywords):
            raise CodeNotUnderstood
        if len(node.args) == 1 and not node.keywords and type(node.args[0]).__name__ not in ("Dict", "Lambda"):
            self.runs("mv", base, node.args[0])

    def with_module(self, node: "Any", called: "Any", how: str) -> None:
        """See a method that takes the name of a file, if the object is one of those that its module makes."""
        if self.is_file(called.value):
            return
        first = node.args[0] if node.args else None
        if how == "execute":
            _check_no_stars(node)
        elif how == "write":
            _check_no_stars(node)
            self.notes_write(self.paths.shapes(first))
        elif first is not None or node.keywords:
            self.notes_read(self.shapes_within(first))
            self.done.unknown_read = self.done.unknown_read or how == "read all"

    def how_with_modules(self, attr: str) -> str:
        return self.with_modules.get(attr, "")

    def method_as_value(self, node: "Any") -> None:
        """See a method that takes the name of a file, or may be one of a path, and that is not called here."""
        if self.names.is_strange(node.value) or self.is_file(node.value) or type(node.ctx).__name__ != "Load":
            return
        if node.attr not in READING_METHODS and self.how_with_modules(node.attr) not in ("read", "read all"):
            raise CodeNotUnderstood
        self.done.unknown_read = True

    def is_file(self, node: "Any") -> bool:
        """Tell whether a name surely stands for an open file."""
        if type(node).__name__ != "Name":
            return False
        name = node.id
        stored = [
            one for one in self.names.nodes if getattr(one, "id", "") == name and type(one.ctx).__name__ == "Store"
        ]
        return (
            bool(stored)
            and len(stored) == len(self.paths.bound.get(name, ()))
            and name not in self.paths.looped
            and all(self.opened_for(one) for one in stored)
        )

    def bound_call(self, node: "Any") -> "Any":
        """Give the call whose value is stored under a name here: `with x() as node`, `node = x()`."""
        above = self.names.parents[id(node)]
        kind = type(above).__name__
        value: Any = above.context_expr if kind == "withitem" else above.value if kind == "Assign" else None
        if type(value).__name__ != "Call" or (kind == "withitem" and above.optional_vars is not node):
            return None
        return value

    def opened_for(self, node: "Any") -> bool:
        value = self.bound_call(node)
        if value is None:
            return False
        name = self.names.full_name(value.func) or getattr(value.func, "id", "")
        return name in _OPENING and name not in self.names.stored

    def shapes_within(self, node: "Any") -> "list[Shape]":
        parts = node.elts if type(node).__name__ in ("List", "Tuple") else [node]
        return [shape for part in parts for shape in self.paths.shapes(part)]

    def is_text(self, node: "Any") -> bool:
        return any(shape != UNKNOWN for shape in self.paths.shapes(node))

    def lists_texts(self, node: "Any") -> bool:
        return type(node).__name__ in ("List", "Tuple") and any(self.is_text(item) for item in node.elts)

    def patches(self, node: "Any") -> None:
        """See `with patch('app.x')`: something of a module from elsewhere is replaced, and nobody gets hold of it."""
        above = self.names.parents[id(node)]
        decorates = node in getattr(above, "decorator_list", ())
        plain = all(keyword.arg in ("return_value", "side_effect") for keyword in node.keywords)
        if not plain or not (decorates or (type(above).__name__ == "withitem" and above.context_expr is node)):
            raise CodeNotUnderstood
        self.imports_text(self.paths.known(node.args[0]) if len(node.args) == 1 else None)

    def imports_by_name(self, node: "Any") -> None:
        self.imports_text(self.paths.known(node.args[0]) if len(node.args) == 1 and not node.keywords else None)

    def imports_text(self, name: str | None) -> None:
        top = (name or "").partition(".")[0]
        if not top or is_of_python(top):
            raise CodeNotUnderstood
        self.names.strange.add(top)
        self.names.loaded.add(top)

    # ── files ────────────────────────────────────────────────────────────────

    def opens(self, node: "Any", at: int, path: "Any" = None) -> None:
        """See a file that is opened: `at` is where its mode stands."""
        _check_no_stars(node)
        if path is None:
            path = node.args[0] if node.args else keyword_value(node, "file") or keyword_value(node, "name")
        if isinstance(getattr(path, "value", None), int):
            return  # a descriptor that is open already
        mode = node.args[at] if len(node.args) > at else keyword_value(node, "mode")
        if any(keyword.arg == "opener" for keyword in node.keywords) or len(node.args) > at + 6:
            raise CodeNotUnderstood
        how = "r" if mode is None else self.paths.known(mode)
        zipped = at == 0 and mode is not None and any(name.startswith("zipfile") for name in self.names.known_modules())
        if zipped and how not in ("r", "w", "a", "x", "rb", "wb", "ab"):
            return  # a part of an archive that is open already
        if how is None or how.strip("rwaxbtU+:gz2"):
            raise CodeNotUnderstood
        shapes = self.paths.shapes(path)
        if any(c in how for c in "wax+"):
            self.notes_write(shapes)
        if "r" in how or "+" in how or not how.strip("bt"):
            self.notes_read(shapes)

    def notes_read(self, shapes: "list[Shape]") -> None:
        for shape in shapes:
            if shape == UNKNOWN and not isinstance(shape, FoundPath):
                self.done.unknown_read = True
            else:
                self.done.reads.append(shape)

    def notes_write(self, shapes: "list[Shape]") -> None:
        if UNKNOWN in shapes or any(shape[0] is None for shape in shapes):
            raise CodeNotUnderstood  # it may be any file
        self.done.writes += shapes

    # ── processes ────────────────────────────────────────────────────────────

    def runs(self, program: str, *operands: "Any") -> None:
        """Note what amounts to a command: all that it names has to be known."""
        words: list[list[str]] = [program.split()]
        for operand in operands:
            texts = [shape[0] for shape in self.paths.shapes(operand) if len(shape) == 1 and shape[0]]
            if len(texts) != len(self.paths.shapes(operand)):
                raise CodeNotUnderstood
            words = [[*before, f"./{text}" if text[:1] == "-" else text] for before in words for text in texts if text]
        if not operands:
            raise CodeNotUnderstood
        self.done.commands += [tuple(line) for line in words]

    def runs_text(self, node: "Any") -> None:
        text = self.paths.known(node.args[0]) if node.args else None
        if text is None or len(node.args) > 1 or node.keywords:
            raise CodeNotUnderstood
        self.done.texts.append(text)

    def starts(self, node: "Any") -> None:
        if len(node.args) != 1 or any(keyword.arg not in _PLAIN_KEYWORDS for keyword in node.keywords):
            raise CodeNotUnderstood
        shell = keyword_value(node, "shell")
        if shell is not None and not isinstance(getattr(shell, "value", None), bool):
            raise CodeNotUnderstood
        given = node.args[0]
        if type(given).__name__ == "Name":
            bound = self.paths.bound.get(given.id, [])
            stays = given.id not in self.paths.looped and self.names.is_left(given.id, node)
            given = bound[0] if len(bound) == 1 and (stays or type(bound[0]).__name__ != "List") else None
        if type(given).__name__ in ("List", "Tuple"):
            words = [self.word(item) for item in given.elts]
            if not words or None in words or (shell is not None and shell.value):
                raise CodeNotUnderstood
            line = tuple([word for word in words if word is not None])
            if any(keyword.arg in _FEEDING for keyword in node.keywords):
                self.done.fed.append(line)
            else:
                self.done.commands.append(line)
            return
        if any(keyword.arg in _FEEDING for keyword in node.keywords):
            raise CodeNotUnderstood
        text = self.paths.known(given)
        if not text:
            raise CodeNotUnderstood
        if shell is not None and shell.value:
            self.done.texts.append(text)
        else:
            self.done.commands.append((text,))

    def word(self, node: "Any") -> str | None:
        return "python3" if self.names.full_name(node) == "sys.executable" else self.paths.known(node)

    def fetches(self, shapes: "list[Shape]") -> None:
        self.done.talks = True
        for shape in shapes:
            if shape[0] is None:
                self.done.unknown_read = True  # an address may be one of a file
            elif not shape[0].startswith(("http://", "https://")):
                raise CodeNotUnderstood


def _check_no_stars(node: "Any") -> None:
    """See that each value of a call stands in its own place, and each name is said."""
    if any(type(part).__name__ == "Starred" for part in node.args) or any(one.arg is None for one in node.keywords):
        raise CodeNotUnderstood
