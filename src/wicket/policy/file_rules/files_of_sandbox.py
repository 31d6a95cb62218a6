"""The lists of `files` with what a sandbox says, so that agents' file tools obey the lines that commands obey."""

from functools import lru_cache

from wicket.policy.file_rules.work_tree_and_writable_folders import in_project

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from wicket.policy.machine_view import World

__all__ = ["with_sandbox"]


def with_sandbox(lists: "tuple[Any, ...]", name: str, sandbox: "tuple[Any, ...]", world: "World") -> "tuple[Any, ...]":
    """Add what a sandbox keeps from being written and read. What is relative in it lies in the work tree.

    A tool writes to the real `/tmp`, and not to the one that contained commands have: it is outside, too.
    """
    (top,) = in_project(((".", ""),), world) or ("",)
    return _with(lists, name, sandbox, top.removesuffix("/."))


@lru_cache(maxsize=16)
def _with(lists: "tuple[Any, ...]", name: str, sandbox: "tuple[Any, ...]", top: str) -> "tuple[Any, ...]":
    write_allow, write_deny, _, read_deny, *_ = sandbox
    deny_read, deny_write, ask_write, write_only_in, allow_write, ask_delete_outside, fences = lists
    origin = f"sandbox {name}"
    folder = top or "/nowhere"  # in a home, which is no project, a sandbox that speaks of the project holds nothing

    def listed(paths: "tuple[str, ...]") -> "tuple[tuple[str, str], ...]":
        return tuple(
            (path if path[:1] in ("/", "~") else f"{folder}/{path}".removesuffix("/."), origin) for path in paths
        )

    nothing = () if write_allow else (("/", origin),)
    return (
        (*deny_read, *listed(read_deny)),
        (*deny_write, *listed(write_deny), *nothing),
        *(ask_write, write_only_in, allow_write, ask_delete_outside),
        (*fences, *([listed(write_allow)] if write_allow else [])),
    )
