"""What a copy of `shutil` writes beside its target: a file in that folder, or whatever lies in the copied tree."""

from wicket.shell.code_effects import FoundPath

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from wicket.shell.unknown_values import Shape

__all__ = ["also_written"]


def also_written(how: str, sources: "list[Shape]", targets: "list[Shape]", merged: "Any") -> "list[Shape]":
    """Give what may be written besides. `merged` is the argument by which a tree is copied into one that is there."""
    if how == "copy into":
        return [_joined(target, _last_name(source)) for target in targets for source in sources]
    if how == "copy tree" and merged is not None and getattr(merged, "value", None) is not False:
        return [_joined(target, (None,)) for target in targets]
    return []


def _last_name(shape: "Shape") -> "Shape":
    """Give what is known of a path's last name."""
    last = shape[-1]
    if isinstance(shape, FoundPath):
        return shape  # a name that is there, and leads nowhere else
    if last is None:
        return (None,)
    _, slash, name = last.rstrip("/").rpartition("/")
    return (name,) if slash or len(shape) == 1 else (None, name)


def _joined(folder: "Shape", name: "Shape") -> "Shape":
    """Give the shape of a file in a folder."""
    if isinstance(name, FoundPath) and len(folder) == 1:
        return FoundPath(f"{folder[0]}/", name.ending)
    last, first = folder[-1], name[0]
    start = (*folder[:-1], f"{last}/") if last is not None else (*folder, "/")
    return (*start[:-1], f"{start[-1]}{first}", *name[1:]) if first is not None else (*start, *name)
