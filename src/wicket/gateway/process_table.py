"""What the kernel's process table says of a process, what descends from it, and what is still alive.

Where there is no /proc, or it does not tell, the answer is empty.
"""

import os
from collections.abc import Iterator
from typing import NamedTuple

__all__ = ["Entry", "descendants", "entry", "living", "members"]


class Entry(NamedTuple):
    """A process as /proc/PID/stat has it."""

    state: str
    parent: int
    session: int
    started: int


def entry(pid: int) -> Entry | None:
    """Look a process up. None: it is not there, or nobody can tell."""
    try:
        with open(f"/proc/{pid}/stat", "rb", buffering=0) as file:
            # The second field is the program's name in parentheses, and may contain anything.
            fields = file.read().rpartition(b")")[2].split()
    except OSError:
        return None
    return Entry(fields[0].decode(), int(fields[1]), int(fields[3]), int(fields[19])) if len(fields) > 19 else None


def descendants(pid: int) -> dict[int, int]:
    """Find all processes that descend from this one, with their start times."""
    children: dict[int, list[tuple[int, int]]] = {}
    for number, found in _everybody():
        children.setdefault(found.parent, []).append((number, found.started))
    family: dict[int, int] = {}
    to_do = [pid]
    while to_do:
        for child, started in children.get(to_do.pop(), []):
            family[child] = started
            to_do.append(child)
    return family


def members(session: int) -> dict[int, int]:
    """Find all processes of a session, with their start times."""
    return {pid: found.started for pid, found in _everybody() if found.session == session}


def living(processes: dict[int, int]) -> list[int]:
    """Of these processes with their start times, find those that are still there and no zombies."""
    return [
        pid
        for pid, started in processes.items()
        if (found := entry(pid)) is not None and found.started == started and found.state not in "ZX"
    ]


def _everybody() -> Iterator[tuple[int, Entry]]:
    for name in os.listdir("/proc") if os.path.isdir("/proc/self") else []:
        if name.isdigit() and (found := entry(int(name))) is not None:
            yield int(name), found
