"""The hook's client in C: where it is, and how it is built where there is a compiler.

A wheel that was built with a compiler at hand has the program. Where there is none, `build` makes it
of the source, which every wheel has.
"""

import os
import tempfile

from wicket import c_programs
from wicket.c_programs import HEADER, NotBuilt, build

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["HEADER", "PROGRAM", "NotBuilt", "build", "for_this_version", "installed", "source"]

PROGRAM = "wicket-hook"


def installed() -> str | None:
    """Name the program that came with this wicket; None: it has none."""
    return c_programs.installed(PROGRAM)


def source() -> str:
    """Name the source: in a wheel, or in a checkout."""
    return c_programs.source(PROGRAM)


def for_this_version(there: bytes | None, environ: "Mapping[str, str]") -> bytes | None:
    """Give the program for this version: what is there, what came along, or what a compiler makes; None: there is none.

    By a mark in it, a program is known to be of this version.
    """
    from wicket import __version__

    mark = f"wicket-hook {__version__}\0".encode()
    if there is not None and mark in there:
        return there
    if (came := installed()) is not None:
        with open(came, "rb") as file:
            data = file.read()
        return data if mark in data else None
    with tempfile.TemporaryDirectory(prefix="wicket") as folder:
        target = os.path.join(folder, "made")
        try:
            build(target, __version__, environ, source())
        except (NotBuilt, OSError):
            return None
        with open(target, "rb") as file:
            return file.read()
