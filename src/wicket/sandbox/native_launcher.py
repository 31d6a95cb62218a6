"""The program in C that starts commands inside of sandboxes, to be executed from memory.

Where it lies may be in a folder that a contained command writes.
"""

from functools import cache

from wicket.sandbox.native_program import native_program

__all__ = ["PROGRAM", "native_launcher"]

PROGRAM = "wicket-inside"

# 2: this system executes nothing from memory.
_NOTHING_FROM_MEMORY = "/proc/sys/vm/memfd_noexec"


@cache
def native_launcher() -> bytes | None:
    """Give the program; None: there is none, and Python has to do it, which takes longer."""
    if _read(_NOTHING_FROM_MEMORY).strip() == b"2":
        return None
    there = native_program(PROGRAM)
    return (_read(there) or None) if there is not None else None


def _read(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return b""
