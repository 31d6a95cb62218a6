"""Which control groups can be made here, of either version of the kernel's."""

import os
from collections.abc import Mapping

from wicket.sandbox.records import Record

__all__ = ["Group", "groups_here"]

_ROOT = "/sys/fs/cgroup"

# The controller of each limit, and the file that sets it: of the newer version, of the older one.
_CONTROLLERS = {
    "memory": ("memory", "memory.max", "memory.limit_in_bytes"),
    "processes": ("pids", "pids.max", "pids.max"),
}


class Group(Record):
    """A group to be made in `parent`, with what is written to its files."""

    parent: str
    files: tuple[tuple[str, str], ...]


def groups_here(limits: Mapping[str, int], root: str = _ROOT, told: str = "/proc/self/cgroup") -> list[Group] | None:
    """Give groups that hold these limits, for all processes together; None: they cannot be made here."""
    try:
        with open(told, encoding="utf-8") as told_groups:
            lines = [line.rstrip("\n").split(":", 2) for line in told_groups]
    except OSError:
        return None
    newer = next((path for number, _, path in lines if number == "0"), None)
    if newer is not None and os.path.exists(f"{root}/cgroup.controllers"):
        return _of_the_newer(limits, f"{root}{newer}".rstrip("/"), root)
    own = {name: path for _, names, path in lines for name in names.split(",")}
    found = []
    for what, most in limits.items():
        controller, _, file = _CONTROLLERS[what]
        parent = f"{root}/{controller}{own.get(controller, '')}".rstrip("/")
        if controller not in own or not _is_ours(parent):
            return None
        found.append(Group(parent, ((file, f"{most}\n"),)))
    return found


def _of_the_newer(limits: Mapping[str, int], own: str, root: str) -> list[Group] | None:
    """Look for a group above ours that hands the controllers down; one that has processes cannot."""
    wanted = {_CONTROLLERS[what][0] for what in limits}
    files = tuple((_CONTROLLERS[what][1], f"{most}\n") for what, most in limits.items())
    parent = own
    while parent == root or parent.startswith(f"{root}/"):
        try:
            with open(f"{parent}/cgroup.subtree_control", encoding="ascii") as file:
                handed = file.read().split()
        except OSError:
            return None
        if wanted <= set(handed) and _is_ours(parent) and os.access(f"{parent}/cgroup.procs", os.W_OK):
            return [Group(parent, files)]
        parent = os.path.dirname(parent)
    return None


def _is_ours(folder: str) -> bool:
    return os.access(folder, os.W_OK | os.X_OK)
