"""What a program of Python does by `sqlite3`, `requests`, `httpx`, `pickle` and the copies of `shutil`."""

from wicket.shell.characters import listed
from wicket.shell.code_effects import CodeNotUnderstood, FoundPath, Request
from wicket.shell.languages.python_paths_and_file_listings import UNKNOWN
from wicket.shell.languages.python_syntax_tree import is_string, keyword_value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from wicket.shell.code_effects import Account
    from wicket.shell.languages.python_calls_of_files_and_processes import Calls
    from wicket.shell.languages.python_names_imports_and_attributes import Names
    from wicket.shell.languages.python_paths_and_file_listings import Paths
    from wicket.shell.unknown_values import Shape

__all__ = ["EXECUTING", "Databases", "also_written", "requests_of", "unpickled_file"]


# ── databases that a program of Python opens by `sqlite3`: whether they are only read, and open no other file ──

# And methods of whatever object by which databases are emptied: `Order.objects.all().delete()`.


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
                    reads = _query_only_asks(shape, method) and reads
                    texts += 1
        whole = " ".join([node.value.upper() for node in nodes if is_string(node)])
        if any(word in whole for word in _ATTACHING):
            raise CodeNotUnderstood
        (self.done.reads if reads and texts else self.done.writes).extend(self.files)


def _query_only_asks(shape: "Shape", method: str) -> bool:
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


# ── requests that a program of Python makes by `requests` or `httpx`, if each of them is one plain call ──

# `requests.put(url, json=data)` is what `curl -X PUT -d … url` is, and it is judged as that.


_METHODS = listed("get head options post put patch delete")
# What else the modules give that is no request: errors, and names of numbers.
_PLAIN = listed(
    """
    exceptions codes RequestException ConnectionError HTTPError Timeout ReadTimeout ConnectTimeout ConnectError
    HTTPStatusError RequestError TimeoutException JSONDecodeError TooManyRedirects Response __version__
    """
)
_PLAIN_KEYWORDS = listed("timeout verify allow_redirects follow_redirects stream")
_BODIES = listed("json data content")
_CREDENTIALS = frozenset(["auth", "cookies"])
_SENDING_KEYWORDS = _BODIES | _CREDENTIALS | {"params", "headers"}
_OF_CREDENTIALS = ("auth", "token", "key", "secret", "cookie", "session", "password")
# By these names, a program gets hold of what no text spells out.
_FINDING = listed("environ environb getenv argv stdin input fileinput getpass")
_DEEPEST = 6


def requests_of(nodes: "list[Any]", names: "Names") -> "list[Request] | None":
    """List all requests; None: the modules are used in another way, too, or what they are given is not told."""
    finds = names.done.finds or bool(names.strange - names.requesting) or any(map(_finds, nodes))
    made: list[Request] = []
    seen: set[int] = set()
    for node in nodes:
        kind = type(node).__name__
        if kind == "Call" and _is_of(node.func, names) and node.func.attr in _METHODS:
            seen.add(id(node.func.value))
            told = _web_request(node, names, finds)
            if told is None:
                return None
            made += told
        elif kind == "Attribute" and _is_of(node, names) and node.attr in _PLAIN:
            seen.add(id(node.value))
    for node in nodes:
        if type(node).__name__ == "Name" and node.id in names.requesting and id(node) not in seen:
            return None
    return made


def _finds(node: "Any") -> bool:
    name = getattr(node, "id", None) or getattr(node, "attr", None)
    return isinstance(name, str) and name in _FINDING


def _is_of(node: "Any", names: "Names") -> bool:
    return (
        type(node).__name__ == "Attribute" and type(node.value).__name__ == "Name" and node.value.id in names.requesting
    )


def _web_request(node: "Any", names: "Names", finds: bool) -> "list[Request] | None":
    """See one call: of its address and what stands beside it, all has to be of a known kind."""
    given = [keyword for keyword in node.keywords if keyword.arg != "url"]
    if len(node.args) > 1 or any(one.arg not in _PLAIN_KEYWORDS | _SENDING_KEYWORDS for one in given):
        return None  # the second place means one thing or another; files are sent by `files`
    address = node.args[0] if node.args else keyword_value(node, "url")
    if address is None:
        return None
    sending = [one for one in given if one.arg in _SENDING_KEYWORDS]
    has_body = any(one.arg in _BODIES for one in sending)
    credentials = any(one.arg in _CREDENTIALS for one in sending) or _names_credentials(keyword_value(node, "headers"))
    open_ = finds and not all(_is_spelled_out(one.value, names) for one in sending)
    return [
        Request(node.func.attr.upper(), shape, has_body, credentials, open_ or (finds and len(shape) > 1))
        for shape in names.paths.spelled(address)
    ]


def _is_spelled_out(node: "Any", names: "Names", depth: int = 0) -> bool:
    """Tell whether the program spells out all of a value."""
    kind = type(node).__name__
    if node is None or depth >= _DEEPEST:
        return False
    if kind == "Constant":
        return True
    if kind in ("List", "Tuple", "Set"):
        return all(_is_spelled_out(one, names, depth + 1) for one in node.elts)
    if kind == "Dict":
        return all(_is_spelled_out(one, names, depth + 1) for one in (*node.keys, *node.values))
    if kind == "Name" and node.id not in names.paths.looped:
        bound = names.paths.bound.get(node.id, [])
        return 0 < len(bound) < _DEEPEST and all(_is_spelled_out(one, names, depth + 1) for one in bound)
    return False


def _names_credentials(headers: "Any") -> bool:
    """Tell whether headers may hold credentials: unless each of their names is spelled out, and is none of that."""
    if headers is None:
        return False
    if type(headers).__name__ != "Dict" or not all(is_string(key) for key in headers.keys):
        return True
    return any(part in key.value.lower() for key in headers.keys for part in _OF_CREDENTIALS)


# ── files that a program of Python unpickles: whoever does that runs what is in them, as `python FILE` does ──


def unpickled_file(calls: "Calls", node: "Any") -> "Any":
    """Give the path of the one file that `pickle.load` is given; None: it is not known which, or it is no file."""
    if len(node.args) != 1 or any(
        keyword.arg not in ("encoding", "errors", "fix_imports") for keyword in node.keywords
    ):
        return None
    opened = node.args[0]
    if calls.is_file(opened):
        opened = _opened_around(calls, node, opened.id)
    if type(opened).__name__ != "Call" or getattr(opened.func, "id", "") != "open" or "open" in calls.names.stored:
        return None
    return opened.args[0] if opened.args else None


def _opened_around(calls: "Calls", node: "Any", name: str) -> "Any":
    """Give the call that opens the file which has this name where a node stands: of the nearest `with`, or the one."""
    parents = calls.names.parents
    above = parents.get(id(node))
    while above is not None:
        for item in getattr(above, "items", ()) if type(above).__name__ == "With" else ():
            if getattr(item.optional_vars, "id", "") == name:
                return item.context_expr
        above = parents.get(id(above))
    stored = [one for one in calls.names.nodes if getattr(one, "id", "") == name and type(one.ctx).__name__ == "Store"]
    return calls.bound_call(stored[0]) if len(stored) == 1 else None


# ── what a copy of `shutil` writes beside its target: a file in that folder, or whatever lies in the copied tree ──


def also_written(how: str, sources: "list[Shape]", targets: "list[Shape]", merged: "Any") -> "list[Shape]":
    """Give what may be written besides. `merged` is the argument by which a tree is copied into one that is there."""
    if how == "copy into":
        return [_file_in_folder(target, _last_name_of_path(source)) for target in targets for source in sources]
    if how == "copy tree" and merged is not None and getattr(merged, "value", None) is not False:
        return [_file_in_folder(target, (None,)) for target in targets]
    return []


def _last_name_of_path(shape: "Shape") -> "Shape":
    """Give what is known of a path's last name."""
    last = shape[-1]
    if isinstance(shape, FoundPath):
        return shape  # a name that is there, and leads nowhere else
    if last is None:
        return (None,)
    _, slash, name = last.rstrip("/").rpartition("/")
    return (name,) if slash or len(shape) == 1 else (None, name)


def _file_in_folder(folder: "Shape", name: "Shape") -> "Shape":
    """Give the shape of a file in a folder."""
    if isinstance(name, FoundPath) and len(folder) == 1:
        return FoundPath(f"{folder[0]}/", name.ending)
    last, first = folder[-1], name[0]
    start = (*folder[:-1], f"{last}/") if last is not None else (*folder, "/")
    return (*start[:-1], f"{start[-1]}{first}", *name[1:]) if first is not None else (*start, *name)
