"""Files that a program of Python unpickles: whoever does that runs what is in them, as `python FILE` does."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from wicket.shell.languages.python_calls import Calls

__all__ = ["unpickled_file"]


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
