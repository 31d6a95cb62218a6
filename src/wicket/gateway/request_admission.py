"""Admits requests to the gateway: each check passes, or it is answered at once; so are pings and stops.

What costs a requester nothing is recorded without waiting; beyond so many a minute it is counted (`record_rate_limit`).
"""

import asyncio
import os
import re
import secrets
import time
from typing import Protocol

from msgspec import UNSET, UnsetType

from wicket.gateway import record_entries
from wicket.gateway.approval_queue import Waiting
from wicket.gateway.freshness_and_replay_checks import ReplayMemory, freshness_objection
from wicket.gateway.record_rate_limit import LimitedEntries
from wicket.gateway.record_writer_thread import Recorder
from wicket.gateway.request_environment import environment_objection
from wicket.wire.sudo_proxy.messages import FORBIDDEN, NOTICES_LEAVING, RUNS_IN_CWD, Request, Response

__all__ = ["Admission"]

# How many pings, and how many rejected requests, are recorded of each user; what is more is only counted, for a
# flood must not fill the disk.
MENTIONS_A_MINUTE = 600

EXTRAS = (RUNS_IN_CWD, NOTICES_LEAVING)

NOT_YOURS_TO_STOP = "only the gateway's own user may stop it"

# Each stage is a process, four descriptors and two streams to keep; nobody types a pipeline as long as this.
MAX_STAGES = 64

# How Python writes the bytes of a name that is no UTF-8.
_UNSPEAKABLE = re.compile("[\ud800-\udfff]")


class Line(Protocol):
    """What is behind the gates: those who wait, and the way to stop it all."""

    stop_wanted: asyncio.Event

    def pending(self) -> tuple[Waiting, ...]: ...


class Admission:
    """The gates, in the protocol's order."""

    def __init__(self, recorder: Recorder, line: Line, replay: ReplayMemory) -> None:
        self._recorder = recorder
        self._line = line
        self._replay = replay
        self._loop = asyncio.get_running_loop()
        self._pings = LimitedEntries(recorder.note, "control", MENTIONS_A_MINUTE)
        self._rejected = LimitedEntries(recorder.note, "rejected", MENTIONS_A_MINUTE)

    def admit(self, request: Request, uid: int) -> Response | None:
        """Answer what gets no further; None: it may."""
        id = str(request.id)
        objection = self._objection(request, id)
        if objection is not None:
            self.reject(id, objection, uid)
            return Response(id=id, status="error", message=objection)
        return None if request.wants == "exec" else self._control(request, id, uid)

    def reject(self, id: str, reason: str, uid: int) -> None:
        """Have it recorded, or counted, that a request got no further, for this reason."""
        self._rejected.add(
            uid, reason, lambda: record_entries.rejected(secrets.token_hex(16), id, reason, uid, time.time())
        )

    def close(self) -> None:
        """Have recorded what was counted."""
        self._pings.close()
        self._rejected.close()

    def _objection(self, request: Request, id: str) -> str | None:
        objection = (
            freshness_objection(request.time, time.time())
            or environment_objection(request.env)
            or _length_objection(len(request.pipeline))
        )
        if objection is None and not (request.cwd is UNSET or request.wants != "exec"):
            objection = _folder_objection(str(request.cwd))
        return objection or self._replay.objection(id, self._loop.time())

    def _control(self, request: Request, id: str, uid: int) -> Response:
        if request.wants == "stop" and uid != os.geteuid():
            self.reject(id, NOT_YOURS_TO_STOP, uid)
            return Response(id=id, status="error", message=NOT_YOURS_TO_STOP)
        note = record_entries.control(secrets.token_hex(16), id, request.wants, uid, time.time())
        if request.wants == "ping":
            self._pings.add(uid, "ping", lambda: note)
            before, waits_as = self._place(request, uid)
            return Response(
                id=id, status="ok", stdout=b"", message="pong", before=before, waits_as=waits_as, extras=EXTRAS
            )
        self._recorder.note(note)
        self._line.stop_wanted.set()
        return Response(id=id, status="ok", stdout=b"")

    def _place(self, request: Request, uid: int) -> tuple[int | UnsetType, str]:
        """How many are before the request that a ping asks about, and its ticket; nobody is told of another user's."""
        for waiting in self._line.pending() if request.about is not UNSET else ():
            if waiting.admitted.id == request.about and waiting.admitted.requester.uid == uid:
                return waiting.position, waiting.ticket
        return UNSET, ""


def _length_objection(stages: int) -> str | None:
    if stages > MAX_STAGES:
        return f"the pipeline has {stages} stages, and at most {MAX_STAGES} are run; do it in several steps"
    return None


def _folder_objection(cwd: str) -> str | None:
    if not cwd.startswith("/"):
        return "cwd must be an absolute path"
    if not os.path.isdir(cwd) or not os.access(cwd, os.X_OK):
        return f"cwd is no folder that can be entered: {cwd}"
    if _UNSPEAKABLE.search(real := os.path.realpath(cwd)) or FORBIDDEN.search(real):
        return f"cwd leads to a folder whose name cannot be shown: {cwd}"
    return None
