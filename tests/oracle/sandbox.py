"""Runs a program where it can do no harm: the whole machine is read-only to it but one folder, and it sees no process.

A PATH of stubs would not be enough. `mv /bin/rm x` needs no dangerous program, and tests may run as root.
"""

import functools
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

__all__ = ["available", "confined"]


def confined(argv: Sequence[str], *, writable: Path, cwd: Path | None = None) -> list[str]:
    """Make a command line that runs `argv` with nothing to write but the folder `writable`."""
    bwrap = shutil.which("bwrap")
    if bwrap is None:
        raise RuntimeError("bwrap is missing, and nothing is run without it: apt-get install bubblewrap")
    folder = str(writable)
    places = ["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--bind", folder, folder]
    return [bwrap, *places, "--unshare-all", "--die-with-parent", "--chdir", str(cwd or writable), "--", *argv]


@functools.cache
def available() -> bool:
    """Whether this machine lets us confine a program."""
    if shutil.which("bwrap") is None:
        return False
    tried = subprocess.run(confined(["/bin/true"], writable=Path("/tmp")), capture_output=True, check=False)
    return tried.returncode == 0
