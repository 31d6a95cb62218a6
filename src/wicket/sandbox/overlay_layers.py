"""Folders under a throw-away layer: what is written to them lands in memory, and is gone with this process.

Each folder, and each file system that is mounted below it, gets an overlay of its own in a mount namespace that only
this process and its children see. The upper layers lie in a tmpfs there. So nothing has to be cleaned up, and a
process that is killed leaves the real files as they were. Renames of whole folders are left to the program
(`EXDEV`, as between two file systems), and hard links are broken: both would need notes in the layer.
"""

import ctypes
import os
import re
import stat
from collections.abc import Sequence
from typing import NamedTuple

from wicket.sandbox.errors import CannotHold
from wicket.sandbox.profile import within

__all__ = ["Layer", "mount_points", "overlaid"]

_NEW_MOUNTS, _NEW_USER = 0x00020000, 0x10000000
_NO_SUID, _NO_DEVICES, _PRIVATE, _ALL_BELOW = 2, 4, 1 << 18, 1 << 14

# A layer in memory must not take all of it.
_MOST = "50%"

# The kind of file system that layers are.
_OVERLAY = "overlay"

# The kernel's own views; nobody keeps files there.
_NO_FILES = ("proc", "sysfs", "cgroup", "cgroup2", "devpts", "mqueue", "debugfs", "tracefs", "bpf", "autofs")


class Layer(NamedTuple):
    """What was a folder and is one layer over it: `upper` has the changes, `merged` is the folder with them."""

    folder: str
    upper: str
    merged: str


def mount_points(mountinfo: str, folders: Sequence[str]) -> list[tuple[str, str]]:
    """List what is mounted below folders, outermost first, each with the kind of its file system. Pure."""
    found: dict[str, str] = {}
    for line in mountinfo.splitlines():
        before, _, behind = line.partition(" - ")
        path = re.sub(r"\\([0-7]{3})", lambda code: chr(int(code[1], 8)), before.split()[4])
        path = path.encode("latin-1", "replace").decode("utf-8", "surrogateescape")
        if any(within(path, folder) and path != folder for folder in folders):
            found[path] = behind.split()[0]
    return sorted(found.items())


def overlaid(folders: Sequence[str], stage: str) -> list[Layer]:
    """Put this process where these folders are covered by layers, and give those, outermost first.

    `stage` is an empty folder; what is mounted on it is seen here alone. There is no way back: the process that calls
    this is one that ends with what it has tried. It must have no threads.

    Raises:
        CannotHold: there cannot be layers here, or not over all that lies in these folders.
    """
    outer = [one for one in dict.fromkeys(folders) if not any(within(one, other) and one != other for other in folders)]
    with open("/proc/self/mountinfo", encoding="utf-8", errors="surrogateescape") as source:
        below = mount_points(source.read(), outer)
    _leave()
    _mount("tmpfs", stage, "tmpfs", f"mode=0700,size={_MOST}", "a layer in memory cannot be made")
    layers: list[Layer] = []
    for number, (folder, kind) in enumerate([*((one, "") for one in outer), *below]):
        if kind in _NO_FILES:
            continue
        upper, work, merged = (f"{stage}/{number}{part}" for part in ("upper", "work", "merged"))
        for path in (upper, work, merged):
            os.mkdir(path, 0o700)
        if stat.S_ISDIR(os.stat(folder).st_mode):
            _overlay(folder, upper, work, merged)
            layers.append(Layer(folder, upper, merged))
        else:
            raise CannotHold(f"{folder} is mounted by itself, and a layer can lie over folders only; try it elsewhere")
    return layers


def _overlay(folder: str, upper: str, work: str, merged: str) -> None:
    found = os.stat(folder)
    os.chmod(upper, stat.S_IMODE(found.st_mode))  # a layer's own mode and owner are those of the merged folder
    if (found.st_uid, found.st_gid) != (os.geteuid(), os.getegid()):
        try:
            os.chown(upper, found.st_uid, found.st_gid)
        except OSError:
            raise CannotHold(f"{folder} belongs to somebody else, so no layer can lie over it") from None
    own = "userxattr" if os.geteuid() else "redirect_dir=off,metacopy=off"
    places = f"lowerdir={_escaped(folder)},upperdir={_escaped(upper)},workdir={_escaped(work)}"
    _mount(_OVERLAY, merged, _OVERLAY, f"{places},index=off,{own}", f"no layer can lie over {folder}")


def _escaped(path: str) -> str:
    r"""Write a path as the kernel reads it among options: `,` and `:` part what stands there."""
    return re.sub(r"([\\,:])", r"\\\1", path)


def _leave() -> None:
    """Get mounts of our own; whoever is not root gets them with a user namespace."""
    uid, gid = os.geteuid(), os.getegid()
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(_NEW_MOUNTS | (_NEW_USER if uid else 0)):
        said = os.strerror(ctypes.get_errno())
        raise CannotHold(f"there cannot be layers here: this kernel gives no namespace of our own ({said})")
    if uid:
        for name, text in (("setgroups", "deny"), ("uid_map", f"{uid} {uid} 1"), ("gid_map", f"{gid} {gid} 1")):
            with open(f"/proc/self/{name}", "w", encoding="ascii") as target:
                target.write(text)
    if libc.mount(None, b"/", None, ctypes.c_ulong(_PRIVATE | _ALL_BELOW), None):
        raise CannotHold(f"there cannot be layers here: {os.strerror(ctypes.get_errno())}")


def _mount(source: str, target: str, kind: str, options: str, otherwise: str) -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    flags = ctypes.c_ulong(_NO_SUID | _NO_DEVICES)
    if libc.mount(source.encode(), os.fsencode(target), kind.encode(), flags, os.fsencode(options)):
        raise CannotHold(f"{otherwise}: {os.strerror(ctypes.get_errno())}")
