"""The program in C that starts commands inside of sandboxes: that which came along, or one that is built once.

Inside, it is executed from memory: where it lies may be in a folder that a contained command writes.
"""

import hashlib
import os
import sys
from functools import cache
from pathlib import Path

from wicket import c_programs
from wicket.c_programs import HEADER, NotBuilt
from wicket.folder_paths import HomeError, state_folder
from wicket.state_files import own_folder

__all__ = ["PROGRAM", "native_launcher"]

PROGRAM = "wicket-inside"

# Whoever is contained must not choose the compiler, which is not.
_COMPILING = {"PATH": "/usr/bin:/bin:/usr/local/bin"}

# 2: this system executes nothing from memory.
_NOTHING_FROM_MEMORY = "/proc/sys/vm/memfd_noexec"


@cache
def native_launcher() -> bytes | None:
    """Give the program; None: there is none, and Python has to do it, which takes longer."""
    if _read(_NOTHING_FROM_MEMORY).strip() == b"2":
        return None
    came = c_programs.installed(PROGRAM)
    return _read(came) if came is not None else _built()


def _built() -> bytes | None:
    """Give what was built of this source, by whoever needed it first. Nobody else can write where it lies."""
    source = c_programs.source(PROGRAM)
    text = _read(source) + _read(os.path.join(os.path.dirname(source), HEADER))
    try:
        folder = own_folder(Path(state_folder(os.environ, sys.platform)), "native")
        target = str(folder / f"{PROGRAM}-{hashlib.sha256(text).hexdigest()[:16]}")
        if not os.path.exists(target):
            c_programs.build(target, "", _COMPILING, source)
    except (HomeError, NotBuilt, OSError):
        return None
    return _read(target) or None


def _read(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return b""
