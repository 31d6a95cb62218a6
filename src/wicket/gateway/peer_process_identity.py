"""Says who is at the other end of a socket: its process and user, its session's leader, and its parents.

Where there is no /proc, or it does not tell, the answer is empty: nobody is recognised, which means that nobody has a
grant.
"""

import os
import socket
import struct
from contextlib import suppress

from wicket.gateway.process_table import Entry, entry
from wicket.gateway.request_types import Ancestor, Requester

__all__ = ["look_up", "peer"]

# Enough to see agent, shell, terminal and login; a deeper family tells a person nothing.
MAX_PARENTS = 8

# A command line may hold megabytes; the record and the person need its beginning.
MAX_COMMAND_LINE_BYTES = 4096


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
