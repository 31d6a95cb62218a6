"""What the kernel's process table says: who a process is, where it comes from, and what descends from it.

Where there is no /proc, or it does not tell, the answer is empty: nobody is recognised, which means that nobody has a
grant.
"""

import os
import socket
import struct
from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

from wicket.gateway.request_types import Ancestor, Requester

__all__ = ["Entry", "descendants", "entry", "living", "look_up", "members", "peer"]

# Enough to see agent, shell, terminal and login; a deeper family tells a person nothing.
MAX_PARENTS = 8

# A command line may hold megabytes; the record and the person need its beginning.
MAX_COMMAND_LINE_BYTES = 4096


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


def peer(connection: socket.socket) -> tuple[int, int]:
    """Ask the kernel who is at the other end of a Unix socket: its process and its user."""
    credentials = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
    pid, uid, _ = struct.unpack("3i", credentials)
    return pid, uid


def look_up(pid: int, uid: int) -> Requester:
    """Say who the process at the other end of a socket is, as far as the kernel tells us."""
    found = entry(pid)
    if found is None:
        return Requester(uid, pid)
    leader, started = _head_of_session(pid, found)
    return Requester(
        uid=uid,
        pid=pid,
        executable=_link(pid, "exe"),
        command_line=_command_line(pid),
        cwd=_link(pid, "cwd"),
        session_leader=leader,
        session_started=started,
        parents=tuple(_parents(found.parent)),
    )


def _head_of_session(pid: int, found: Entry) -> tuple[int, int]:
    """Find the leader of a process's session, with its start time.

    A leader may have exited, or live outside of this container. Its place is then taken by the eldest forefather of
    that session that is still there: the family below one living process, which is no wider than the session.
    """
    if (leader := entry(found.session)) is not None:
        return found.session, leader.started
    session = found.session
    while (parent := entry(found.parent)) is not None and parent.session == session:
        pid, found = found.parent, parent
    return pid, found.started


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


def _parents(pid: int) -> list[Ancestor]:
    family: list[Ancestor] = []
    while pid > 0 and len(family) < MAX_PARENTS and (found := entry(pid)) is not None:
        family.append(Ancestor(pid, _link(pid, "exe"), _command_line(pid)))
        pid = found.parent
    return family


def _link(pid: int, name: str) -> str:
    try:
        return os.fsencode(os.readlink(f"/proc/{pid}/{name}")).decode(errors="replace")
    except OSError:
        return ""


def _command_line(pid: int) -> tuple[str, ...]:
    with suppress(OSError), open(f"/proc/{pid}/cmdline", "rb", buffering=0) as file:
        data = file.read(MAX_COMMAND_LINE_BYTES).decode(errors="replace")
        return tuple(data.removesuffix("\0").split("\0")) if data else ()
    return ()
