"""Daemons that nothing tells from others but how long they sleep."""

import os
from contextlib import suppress

__all__ = ["sleeping"]


def sleeping(seconds: str) -> list[int]:
    """Find the processes that sleep for so long."""
    found = []
    for entry in filter(str.isdigit, os.listdir("/proc")):
        with suppress(OSError), open(f"/proc/{entry}/cmdline", "rb") as file:
            if file.read().split(b"\0")[1:2] == [seconds.encode()]:
                found.append(int(entry))
    return found
