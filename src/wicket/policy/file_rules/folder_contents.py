"""What lies in folders, as the disk says. Of what is listed wherever it lies, `**/x`, what lies right there counts."""

from wicket.policy.file_rules.path_component_match import is_plain, name_matches, part_matches
from wicket.policy.patterns.globs import NO

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.policy.machine_view import World

__all__ = ["holds", "is_folder", "is_seen"]

# Of a glob, so many folders are looked into; if there are more, one of them may hold anything.
MAX_LOOKED = 64

# What comparing a name takes.
WORK_OF_NAME = 60


def holds(
    folder: "tuple[str | tuple[str, ...], ...]", below: "tuple[str, ...]", world: "World", ending: str = ""
) -> bool:
    """Tell whether a listed file lies in a folder, or in one of those that globs stand for, as far as can be seen."""
    found: list[tuple[str, ...]] = [()]
    for part in folder:
        if isinstance(part, str):
            found = [(*above, part) for above in found]
            continue
        answering: list[tuple[str, ...]] = []
        for above in found:
            parent = "/" + "/".join(above)
            names = world.names(parent)
            if names is None and world.kind(parent) == "folder":
                return True
            answering += [(*above, name) for name in _answering(parent, part, names or (), world)]
            if len(answering) > MAX_LOOKED:
                return True
        found = answering
    return any(_lies_in(one, below, world, ending) for one in found)


def _answering(parent: str, part: "tuple[str, ...]", names: "tuple[str, ...]", world: "World") -> "list[str]":
    """List the names in a folder that a component with holes may stand for: looked for once for a verdict."""
    key = ("answering", parent, part, type(part))
    found: list[str] | None = world.settled.get(key)
    if found is None:
        world.fuel.take(WORK_OF_NAME * len(names))
        found = world.settled[key] = [name for name in names if part_matches(part, name) != NO]
    return found


def _named(folder: str, pattern: str, names: "tuple[str, ...]", world: "World") -> "list[str]":
    """List the names in a folder that a listed name stands for: looked for once for a verdict."""
    key = ("named", folder, pattern)
    found: list[str] | None = world.settled.get(key)
    if found is None:
        world.fuel.take(WORK_OF_NAME * len(names))
        found = world.settled[key] = [name for name in names if name_matches(pattern, name)]
    return found


def _lies_in(folder: "tuple[str, ...]", below: "tuple[str, ...]", world: "World", ending: str) -> bool:
    """Tell whether there is such a file right in a folder, or the folder is on the way to it by its own name."""
    if len(below) > 1 and below[-1] == "**":
        below = below[:-1]
    path = "/" + "/".join(folder)
    lengths = range(min(len(below), len(folder) + 1))
    ways = [n for n in lengths if all(map(name_matches, below[:n], folder[len(folder) - n :]))]
    if world.kind(path) == "" and (any(ways) or (not is_plain(below[-1]) and f"{world.cwd}/".startswith(f"{path}/"))):
        return True  # it is not there to be seen, and it is aimed at, or the command runs in it
    return any(_is_there(path, below[length:], world, ending) for length in ways)


def _is_there(folder: str, below: "tuple[str, ...]", world: "World", ending: str) -> bool:
    *between, last = below
    if not all(map(is_plain, between)):
        return world.kind(folder) == "folder"
    folder = "/".join([folder, *between])
    if is_plain(last):
        return last.endswith(ending) and world.kind(f"{folder}/{last}") != ""
    names = world.names(folder)
    if names is None:
        return world.kind(folder) == "folder"
    found = _named(folder, last, names, world)
    world.fuel.take(len(found))
    return any(name.endswith(ending) for name in found)


def is_folder(wanted: "tuple[str, ...]", world: "World") -> bool:
    """Tell whether what is listed by its path is a folder, or a glob that may stand for one."""
    parent = "/" + "/".join(wanted[:-1])
    if not all(map(is_plain, wanted[:-1])):
        return True
    names = (wanted[-1],) if is_plain(wanted[-1]) else world.names(parent) or ()
    found = _named(parent, wanted[-1], names, world) if not is_plain(wanted[-1]) else names
    return len(found) > MAX_LOOKED or any(world.kind(f"{parent}/{name}") == "folder" for name in found)


def is_seen(
    folder: "tuple[str | tuple[str, ...], ...]", wanted: "tuple[str, ...]", world: "World", how: str = "project"
) -> bool:
    """Tell whether a folder is there, and in it, as far as that can be seen, what is listed.

    A `context` is what an image is built of: whoever has a .dockerignore there has seen to it.
    """
    path = "/" + "/".join(part for part in folder if isinstance(part, str))
    if world.kind(path) != "folder" or (how == "context" and world.kind(f"{path}/.dockerignore")):
        return False
    plain = next((at for at, part in enumerate(wanted) if not is_plain(part)), len(wanted))
    return not plain or world.kind("/" + "/".join(wanted[:plain])) != ""
