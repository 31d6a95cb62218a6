"""wicket's programs in C for sandboxes: those that came along, or that are built once, of their source."""

import os
import sys
from functools import cache

from wicket import c_programs
from wicket.c_programs import HEADER, NotBuilt
from wicket.folder_paths import HomeError, state_folder
from wicket.policy_files.file_digest_and_permissions import sha256
from wicket.state_files import own_path

__all__ = ["native_program", "ready"]

_FOLDER = "native"

# Whoever is contained must not choose the compiler, which is not.
_COMPILING = {"PATH": "/usr/bin:/bin:/usr/local/bin"}


@cache
def native_program(name: str) -> str | None:
    """Give where a program is, and build it if need be; None: there is none. Nobody else can write where it lies."""
    if (there := ready(name)) is not None:
        return there
    try:
        target = _target(name)
        own_path(state_folder(os.environ, sys.platform), _FOLDER)
        c_programs.build(target, "", _COMPILING, c_programs.source(name))
    except (HomeError, NotBuilt, OSError):
        return None
    return target


def ready(name: str) -> str | None:
    """Give where a program is: it came along, or somebody has built it already."""
    if (came := c_programs.installed(name)) is not None:
        return came
    try:
        target = _target(name)
    except (HomeError, OSError):
        return None
    return target if os.path.exists(target) else None


def _target(name: str) -> str:
    """Name what is built of this source."""
    source = c_programs.source(name)
    text = _read(source) + _read(os.path.join(os.path.dirname(source), HEADER))
    return os.path.join(state_folder(os.environ, sys.platform), _FOLDER, f"{name}-{sha256(text).hexdigest()[:16]}")


def _read(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()
