"""The hook's client in C: where it is, and how it is built where there is a compiler.

A wheel that was built with a compiler at hand has the program beside this file. Where there is none, `build` makes it
of the source, which every wheel has.
"""

import os
import shutil
import subprocess
import sys
import tempfile

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["HEADER", "PROGRAM", "SOURCE", "NotBuilt", "build", "for_this_version", "installed", "source"]

PROGRAM = "wicket-hook"
SOURCE = "wicket-hook.c"
HEADER = "small-start.h"  # which the source includes

# A compiler that needs longer does something else.
BUILD_S = 60.0

# Without a C library it starts in a third of the time, and without the dynamic linker in less time than with it. Not
# every system has what these need.
_SMALL = (
    *("-Os", "-static", "-nostdlib", "-ffreestanding", "-fno-builtin", "-fno-stack-protector"),
    *("-fno-asynchronous-unwind-tables", "-U_FORTIFY_SOURCE", "-DWICKET_SMALL_START"),
)
_TRIES = (_SMALL, ("-O2", "-static"), ("-O2",))


class NotBuilt(Exception):
    """There is no program, for this reason."""


def installed() -> str | None:
    """Name the program that came with this wicket; None: it has none."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), PROGRAM)
    return path if os.access(path, os.X_OK) else None


def source() -> str:
    """Name the source: beside this file, or in a checkout."""
    here = os.path.dirname(os.path.abspath(__file__))
    beside = os.path.join(here, SOURCE)
    return beside if os.path.exists(beside) else os.path.join(here, "..", "..", "..", "native", SOURCE)


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


def build(target: str, version: str, environ: "Mapping[str, str]", source: str) -> None:
    """Build the program for this version of wicket at `target`, whole or not at all.

    Raises:
        NotBuilt: there is no compiler, or it fails.
    """
    compilers = [environ["CC"]] if environ.get("CC") else ["cc", "gcc", "clang"]
    found = next((path for name in compilers if (path := shutil.which(name, path=environ.get("PATH")))), None)
    if found is None:
        raise NotBuilt(f"there is no C compiler ({', '.join(compilers)})")
    said = ""
    with tempfile.TemporaryDirectory(dir=os.path.dirname(target)) as folder:
        made = os.path.join(folder, PROGRAM)
        for options in _TRIES:
            words = [found, *options, f'-DWICKET_VERSION="{version}"', "-o", made, source]
            try:
                done = subprocess.run(  # noqa: S603 -- the compiler of whoever installs it
                    words, capture_output=True, text=True, errors="replace", timeout=BUILD_S, check=False
                )
            except (OSError, subprocess.TimeoutExpired) as error:
                raise NotBuilt(f"{found} cannot be run: {error}") from None
            if done.returncode == 0:
                os.chmod(made, 0o755)  # noqa: S103 -- a program that others may run
                os.replace(made, target)
                return
            said = next(iter(done.stderr.strip().splitlines()), "it says nothing")
    raise NotBuilt(f"{found} fails on {sys.platform}: {said}")
