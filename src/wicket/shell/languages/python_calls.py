"""What the calls of a program of Python do: files that are opened, processes that are started, addresses, databases."""

from wicket.shell.characters import listed
from wicket.shell.code_effects import CodeNotUnderstood
from wicket.shell.languages.python_imports import is_of_python
from wicket.shell.languages.python_path_values import UNKNOWN
from wicket.shell.languages.python_syntax_tree import is_string, keyword_value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from wicket.shell.code_effects import Account
    from wicket.shell.languages.python_imports import Names
    from wicket.shell.words import Shape

__all__ = ["Calls"]

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
_QUERIES = ("SELECT", "PRAGMA TABLE_INFO", "PRAGMA INDEX_LIST", "EXPLAIN", "WITH")
# In a text for a database, it opens another file.
_ATTACHING = ("ATTACH", "LOAD_EXTENSION", "VACUUM INTO")

_ARCHIVES = frozenset(["zipfile", "tarfile"])


class Calls:
    """Notes in an account what the calls of one program do."""

    def __init__(self, names: "Names", done: "Account") -> None:
        self.names = names
        self.paths = names.paths
        self.done = done
        self.moves = self.database = False

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
            raise CodeNotUnderstood  # a temporary file in another place

    def method(self, node: "Any", called: "Any") -> bool:
        """See a method that a path may have, whatever it is called on. Gives whether it deletes: that is noted then."""
        attr = called.attr
        base = called.value
        given = node.args
        if attr in _READING_METHODS:
            self.notes_read(self.paths.shapes(base))
        elif attr in _WRITING_METHODS:
            if not self.names.is_strange(base):
                self.notes_write(self.paths.shapes(base))
        elif attr == "open" and not self.names.is_strange(base):
            self.opens(node, 0, base)
        elif attr == "read" and len(given) == 1 and (self.is_text(given[0]) or self.lists_texts(given[0])):
            parts = given[0].elts if self.lists_texts(given[0]) else given
            self.notes_read([shape for part in parts for shape in self.paths.shapes(part)])
        elif attr in _MOVING_METHODS and len(given) == 1 and not node.keywords:
            if type(given[0]).__name__ not in ("Dict", "Lambda"):
                self.runs("mv", base, given[0])
        elif attr in ("unlink", "rmdir") and not self.names.is_strange(base):
            self.runs("rm" if attr == "unlink" else "rmdir", base)
            return True
        elif (attr == "extract" and _ARCHIVES & {name.partition(".")[0] for name in self.names.known_modules()}) or (
            attr in ("eval", "exec", "query") and given and self.paths.known(given[0]) is None
        ):
            raise CodeNotUnderstood
        return False

    def is_text(self, node: "Any") -> bool:
        return any(shape != UNKNOWN for shape in self.paths.shapes(node))

    def lists_texts(self, node: "Any") -> bool:
        return type(node).__name__ in ("List", "Tuple") and any(self.is_text(item) for item in node.elts)

    def imports_by_name(self, node: "Any") -> None:
        name = self.paths.known(node.args[0]) if len(node.args) == 1 and not node.keywords else None
        top = (name or "").partition(".")[0]
        if not top or is_of_python(top):
            raise CodeNotUnderstood
        self.names.strange.add(top)

    # ── files ────────────────────────────────────────────────────────────────

    def opens(self, node: "Any", at: int, path: "Any" = None) -> None:
        """See a file that is opened: `at` is where its mode stands."""
        if path is None:
            path = node.args[0] if node.args else keyword_value(node, "file") or keyword_value(node, "name")
        if isinstance(getattr(path, "value", None), int):
            return  # a descriptor that is open already
        mode = node.args[at] if len(node.args) > at else keyword_value(node, "mode")
        if any(keyword.arg in ("opener", None) for keyword in node.keywords):
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
            if shape == UNKNOWN:
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
            given = bound[0] if len(bound) == 1 and given.id not in self.paths.looped else None
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

    # ── databases and addresses ──────────────────────────────────────────────

    def opens_database(self, shapes: "list[Shape]") -> None:
        self.database = True
        for shape in shapes:
            if shape == UNKNOWN or shape[0] is None or str(shape[0]).startswith("file:"):
                raise CodeNotUnderstood
            if shape != (":memory:",):
                self.done.writes.append(shape)

    def look_at_queries(self, nodes: "list[Any]") -> None:
        """See whether a database is only read."""
        texts = []
        for node in nodes:
            if type(node).__name__ == "Call" and getattr(node.func, "attr", "") in (
                "execute",
                "executemany",
                "executescript",
            ):
                found = self.paths.shapes(node.args[0]) if node.args else [UNKNOWN]
                texts += [" ".join([piece or "?" for piece in shape]).strip().upper() for shape in found]
        whole = " ".join([node.value.upper() for node in nodes if is_string(node)])
        if any(word in whole for word in _ATTACHING):
            raise CodeNotUnderstood
        if texts and all(text.startswith(_QUERIES) and ";" not in text.rstrip("; \n") for text in texts):
            self.done.reads += self.done.writes
            self.done.writes = []

    def fetches(self, shapes: "list[Shape]") -> None:
        self.done.talks = True
        for shape in shapes:
            if shape[0] is None:
                self.done.unknown_read = True  # an address may be one of a file
            elif not shape[0].startswith(("http://", "https://")):
                raise CodeNotUnderstood
