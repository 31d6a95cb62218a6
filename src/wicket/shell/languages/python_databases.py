"""Databases that a program of Python opens by `sqlite3`: whether they are only read, and open no other file.

And methods of whatever object by which databases are emptied: `Order.objects.all().delete()`.
"""

from wicket.shell.characters import listed
from wicket.shell.code_effects import CodeNotUnderstood
from wicket.shell.languages.python_path_values import UNKNOWN
from wicket.shell.languages.python_syntax_tree import is_string

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from wicket.shell.code_effects import Account
    from wicket.shell.languages.python_path_values import Paths
    from wicket.shell.unknown_values import Shape

__all__ = ["EXECUTING", "Databases"]

EXECUTING = frozenset(["execute", "executemany", "executescript"])
_QUERIES = ("SELECT", "PRAGMA TABLE_INFO", "PRAGMA INDEX_LIST", "EXPLAIN", "WITH")
_CHANGING = ("INSERT", "UPDATE", "DELETE", "REPLACE", "CREATE", "DROP")
# In a text for a database, it opens another file.
_ATTACHING = ("ATTACH", "LOAD_EXTENSION", "VACUUM INTO")
# Behind these, what is not known may be one of them.
_BEFORE_ANYTHING = ("/*", "--", "VACUUM")

# Methods that empty a table, a collection or a whole database, by whichever library.
_EMPTYING = listed(
    """
    delete_all delete_many delete_tables delete_table drop_all drop_all_tables drop_collection drop_database drop_schema
    drop_table drop_tables dropDatabase flush_all flushall flushdb truncate_table delete_index delete_by_query
    delete_bucket delete_objects recreate_all reset_db
    """
)
# By these, rows are chosen; what is deleted of them is more than one.
_CHOOSING = frozenset(["objects", "query", "all", "filter", "filter_by", "exclude", "select"])


class Databases:
    """The databases of one program."""

    def __init__(self, paths: "Paths", done: "Account") -> None:
        self.paths = paths
        self.done = done
        self.opened = False
        self.files: list[Shape] = []

    def opens(self, shapes: "list[Shape]") -> None:
        self.opened = True
        for shape in shapes:
            if shape[0] is None or shape[0].startswith("file:"):
                raise CodeNotUnderstood
            if shape != (":memory:",):
                self.files.append(shape)

    def empties(self, called: "Any", given: "list[Any]") -> bool:
        """Tell whether a method deletes what is in a database: all of it, or whatever was chosen."""
        if called.attr in _EMPTYING:
            return True
        return called.attr == "delete" and not given and not _CHOOSING.isdisjoint(_names_before(called.value))

    def look_at_queries(self, nodes: "list[Any]") -> None:
        """Note whether the databases are read or written. Each text has to be known as far as it may open a file."""
        if not self.opened:
            return
        reads = True
        texts = 0
        for node in nodes:
            method = getattr(node.func, "attr", "") if type(node).__name__ == "Call" else ""
            if method in EXECUTING:
                for shape in self.paths.shapes(node.args[0]) if node.args else [UNKNOWN]:
                    if self.files and _deletes_all(shape):
                        raise CodeNotUnderstood
                    reads = _only_asks(shape, method) and reads
                    texts += 1
        whole = " ".join([node.value.upper() for node in nodes if is_string(node)])
        if any(word in whole for word in _ATTACHING):
            raise CodeNotUnderstood
        (self.done.reads if reads and texts else self.done.writes).extend(self.files)


def _only_asks(shape: "Shape", method: str) -> bool:
    """Tell whether a text only asks a database for something."""
    start = (shape[0] or "").strip().upper()
    whole = "?".join([piece or "" for piece in shape]).strip().upper()
    if not start or any(word in whole for word in _ATTACHING):
        raise CodeNotUnderstood
    if len(shape) > 1 and (method == "executescript" or start.startswith(_BEFORE_ANYTHING)):
        raise CodeNotUnderstood
    plain = start.startswith(_QUERIES) and ";" not in whole.rstrip("; \n")
    return plain and not any(word in whole for word in _CHANGING)


def _deletes_all(shape: "Shape") -> bool:
    """Tell whether a text drops tables, or deletes each row of one."""
    whole = " ".join("?".join([piece or "" for piece in shape]).upper().split())
    drops = whole.startswith(("DROP ", "TRUNCATE ")) or "; DROP " in whole or ";DROP " in whole
    return (drops and "IF EXISTS" not in whole) or (whole.startswith("DELETE FROM ") and " WHERE " not in whole)


def _names_before(node: "Any") -> "set[str]":
    """Give the names of a chain of attributes and calls: `Order.objects.filter(x)`."""
    names: set[str] = set()
    while (kind := type(node).__name__) in ("Attribute", "Call", "Subscript"):
        names.update([node.attr] if kind == "Attribute" else [])
        node = node.func if kind == "Call" else node.value
    return names
