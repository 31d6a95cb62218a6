"""Whether Landlock can be tried on this machine, and the program in C by which it is."""

import atexit
import functools
import os
import shutil
import tempfile

import pytest

from wicket import c_programs
from wicket.sandbox import landlock

__all__ = ["landlock_program"]


@functools.cache
def _built() -> str:
    """Build it where every user can execute it, for as long as these tests run."""
    folder = tempfile.mkdtemp(prefix="wicket-landlock-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    os.chmod(folder, 0o755)
    program = os.path.join(folder, landlock.PROGRAM)
    c_programs.build(program, "", os.environ, c_programs.source(landlock.PROGRAM))
    return program


def landlock_program() -> str:
    """Give the program, or skip the test and say why."""
    if (there := landlock.abi()) < landlock.NEEDED_ABI:
        pytest.skip(f"this kernel has Landlock {there}, so NOTHING OF LANDLOCK IS TESTED")
    try:
        return _built()
    except c_programs.NotBuilt as error:
        pytest.skip(f"{error}, so NOTHING OF LANDLOCK IS TESTED")
