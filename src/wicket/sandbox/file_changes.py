"""What a command has changed, read from the layers that its writes have landed in."""

import os
import stat
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from wicket.sandbox.overlay_layers import Layer

__all__ = ["MAX_CHANGES", "Change", "Seen", "TooMany", "changes", "seen"]

# More than anybody reads; a command that changes more is tried otherwise.
MAX_CHANGES = 100_000

_OPAQUE = ("trusted.overlay.opaque", "user.overlay.opaque")
_KINDS = {stat.S_IFREG: "file", stat.S_IFDIR: "folder", stat.S_IFLNK: "link"}


class TooMany(Exception):
    """There are more changes than are looked at."""


class Seen(NamedTuple):
    """What was there when it was looked at. `changed_ns` is the kernel's own time: nobody can set it back."""

    kind: str
    mode: int
    size: int
    links: int
    device: int
    inode: int
    changed_ns: int


class Change(NamedTuple):
    """One path that is not as it was. `what` is `added`, `changed`, `deleted` or `mode`.

    `new` is where its new state lies in the layer; empty if it is gone. `before` and `after` are None where there was,
    or is, nothing.
    """

    what: str
    path: str
    before: Seen | None
    after: Seen | None
    new: str = ""


def seen(path: str) -> Seen | None:
    """Look at a path, through no link; None: nothing is there."""
    try:
        found = os.lstat(path)
    except (FileNotFoundError, NotADirectoryError):
        return None
    kind = _KINDS.get(stat.S_IFMT(found.st_mode), "special")
    size = 0 if kind == "folder" else found.st_size
    links = 1 if kind == "folder" else found.st_nlink
    mode = 0 if kind == "link" else stat.S_IMODE(found.st_mode)
    return Seen(kind, mode, size, links, found.st_dev, found.st_ino, found.st_ctime_ns)


def changes(layers: Sequence[Layer]) -> list[Change]:
    """List what is not as it was, by paths.

    Raises:
        TooMany: there is too much of it.
    """
    found: dict[str, Change] = {}
    for layer in layers:
        for change in _in_folder(layer.upper, layer.folder):
            found[change.path] = change
            if len(found) > MAX_CHANGES:
                raise TooMany
    return [found[path] for path in sorted(found)]


def _in_folder(upper: str, folder: str) -> Iterator[Change]:
    """Compare a folder of a layer with the real one."""
    before, after = seen(folder), seen(upper)
    if before is not None and after is not None and before.kind == "folder" and before.mode != after.mode:
        yield Change("mode", folder, before, after, upper)
    names = {entry.name for entry in os.scandir(upper)}
    for name in sorted(names):
        yield from _at(f"{upper}/{name}", f"{folder}/{name}")
    if _is_opaque(upper) and before is not None and before.kind == "folder":
        for entry in sorted(os.scandir(folder), key=lambda one: one.name):
            if entry.name not in names:
                yield from _gone(f"{folder}/{entry.name}")


def _at(new: str, path: str) -> Iterator[Change]:
    before = seen(path)
    if _is_whiteout(new):
        yield from _gone(path)
        return
    after = seen(new)
    if after is None:
        return
    if before is not None and before.kind == after.kind == "folder":
        yield from _in_folder(new, path)
    elif before is None or "folder" in (before.kind, after.kind):
        yield Change("added" if before is None else "changed", path, before, after, new)
        if before is not None and before.kind == "folder":
            for name in sorted(os.listdir(path)):
                yield from _gone(f"{path}/{name}")
        if after.kind == "folder":
            for name in sorted(os.listdir(new)):
                yield from _at(f"{new}/{name}", f"{path}/{name}")
    elif before.kind != after.kind or not _same_content(before, after, path, new):
        yield Change("changed", path, before, after, new)
    elif before.mode != after.mode:
        yield Change("mode", path, before, after, new)


def _gone(path: str) -> Iterator[Change]:
    """List a path and all that lies in it."""
    before = seen(path)
    if before is None:
        return  # it was made and deleted again
    yield Change("deleted", path, before, None)
    if before.kind == "folder":
        for name in sorted(os.listdir(path)):
            yield from _gone(f"{path}/{name}")


def _same_content(before: Seen, after: Seen, path: str, new: str) -> bool:
    if before.kind == "link":
        return os.readlink(path) == os.readlink(new)
    if before.kind != "file" or before.size != after.size:
        return before.kind != "file"
    with open(path, "rb") as old_file, open(new, "rb") as new_file:
        while (old := old_file.read(1 << 20)) == new_file.read(1 << 20):
            if not old:
                return True
    return False


def _is_whiteout(path: str) -> bool:
    """Tell whether this stands in a layer for a name that is gone."""
    found = os.lstat(path)
    return stat.S_ISCHR(found.st_mode) and found.st_rdev == 0


def _is_opaque(folder: str) -> bool:
    """Tell whether nothing of the real folder is seen through this one."""
    for name in _OPAQUE:
        try:
            if os.getxattr(folder, name, follow_symlinks=False) == b"y":
                return True
        except OSError:
            continue
    return False
