"""wicket's programs in C for sandboxes: those that came along, or that are built once, of their source."""

import hashlib
import os
import sys
from functools import cache

from wicket import c_programs
from wicket.c_programs import HEADER, NotBuilt
from wicket.folder_paths import HomeError, state_folder

__all__ = ["native_program"]

# Whoever is contained must not choose the compiler, which is not.
_COMPILING = {"PATH": "/usr/bin:/bin:/usr/local/bin"}


@cache
def native_program(name: str) -> str | None:
    """Give where a program is; None: there is none. Nobody else can write where it lies."""
    came = c_programs.installed(name)
    return came if came is not None else _built(name)


def _built(name: str) -> str | None:
    """Give what was built of this source, by whoever needed it first."""
    source = c_programs.source(name)
    try:
        text = _read(source) + _read(os.path.join(os.path.dirname(source), HEADER))
        folder = os.path.join(state_folder(os.environ, sys.platform), "native")
        target = os.path.join(folder, f"{name}-{hashlib.sha256(text).hexdigest()[:16]}")
        if not os.path.exists(target):
            os.makedirs(folder, mode=0o700, exist_ok=True)
            c_programs.build(target, "", _COMPILING, source)
    except (HomeError, NotBuilt, OSError):
        return None
    return target


def _read(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()
