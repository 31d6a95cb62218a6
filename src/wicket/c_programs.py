"""Builds wicket's small programs in C, where there is a compiler: whole, or not at all.

It imports nothing of wicket, for the build of the package loads it by its path.
"""

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["HEADER", "TRIES", "NotBuilt", "build", "installed", "source"]

HEADER = "small-start.h"  # which the sources include

# Of a wheel: its programs and their sources.
_BESIDE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "native")

# A compiler that needs longer does something else.
BUILD_S = 60.0

# Without a C library it starts in a third of the time, and without the dynamic linker in less time than with it. Not
# every system has what these need.
_SMALL = (
    *("-Os", "-static", "-nostdlib", "-ffreestanding", "-fno-builtin", "-fno-stack-protector"),
    *("-fno-asynchronous-unwind-tables", "-U_FORTIFY_SOURCE", "-DWICKET_SMALL_START"),
)
TRIES = (_SMALL, ("-O2", "-static"), ("-O2",))


class NotBuilt(Exception):
    """There is no program, for this reason."""


def installed(name: str) -> str | None:
    """Name a program that came with this wicket; None: it has none."""
    path = os.path.join(_BESIDE, name)
    return path if os.access(path, os.X_OK) else None


def source(name: str) -> str:
    """Name the source of a program: in a wheel, or in a checkout."""
    path = os.path.join(_BESIDE, f"{name}.c")
    return (
        path
        if os.path.exists(path)
        else os.path.normpath(os.path.join(_BESIDE, "..", "..", "..", "native", f"{name}.c"))
    )


def build(target: str, version: str, environ: "Mapping[str, str]", source: str) -> None:
    """Build a program for this version of wicket at `target`, whole or not at all, in this environment.

    Raises:
        NotBuilt: there is no compiler, or it fails.
    """
    import shutil  # building is rare, and these take long to be loaded
    import subprocess
    import tempfile

    compilers = [environ["CC"]] if environ.get("CC") else ["cc", "gcc", "clang"]
    found = next((path for name in compilers if (path := shutil.which(name, path=environ.get("PATH")))), None)
    if found is None:
        raise NotBuilt(f"there is no C compiler ({', '.join(compilers)})")
    said = ""
    with tempfile.TemporaryDirectory(dir=os.path.dirname(target)) as folder:
        made = os.path.join(folder, os.path.basename(target))
        for options in TRIES:
            words = [found, *options, f'-DWICKET_VERSION="{version}"', "-o", made, source]
            try:
                done = subprocess.run(  # noqa: S603 -- the compiler of whoever installs it
                    words,
                    env=dict(environ),
                    capture_output=True,
                    text=True,
                    errors="replace",
                    timeout=BUILD_S,
                    check=False,
                )
            except (OSError, subprocess.TimeoutExpired) as error:
                raise NotBuilt(f"{found} cannot be run: {error}") from None
            if done.returncode == 0:
                os.chmod(made, 0o755)  # noqa: S103 -- a program that others may run
                os.replace(made, target)
                return
            said = next(iter(done.stderr.strip().splitlines()), "it says nothing")
    raise NotBuilt(f"{found} fails on {sys.platform}: {said}")
