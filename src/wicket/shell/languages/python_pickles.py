"""Files that a program of Python unpickles: whoever does that runs what is in them, as `python FILE` does."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from wicket.shell.languages.python_calls import Calls

__all__ = ["unpickled_file"]


def unpickled_file(calls: "Calls", node: "Any") -> "Any":
    """Give the path of the one file that `pickle.load` is given; None: it is not known which, or it is no file."""
    if len(node.args) != 1 or any(keyword.arg not in ("encoding", "errors", "fix_imports") for keyword in node.keywords):
        return None
    opened = node.args[0]
    if calls.is_file(opened):
        stored = [one for one in calls.names.nodes if getattr(one, "id", "") == opened.id and _is_stored(one)]
        opened = calls.bound_call(stored[0]) if len(stored) == 1 else None
    if type(opened).__name__ != "Call" or getattr(opened.func, "id", "") != "open" or "open" in calls.names.stored:
        return None
    return opened.args[0] if opened.args else None


def _is_stored(node: "Any") -> bool:
    return type(getattr(node, "ctx", None)).__name__ == "Store"
