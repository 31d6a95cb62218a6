"""Petitions and requesters for tests."""

from dataclasses import replace
from typing import Any

from wicket.gateway.request_types import AdmittedRequest, Program, Requester

AGENT = Requester(
    uid=1000, pid=4711, executable="/usr/bin/agent", cwd="/home/me", session_leader=4700, session_started=123456
)
OTHER_AGENT = replace(AGENT, session_leader=4800, session_started=123999)
LS = Program("/usr/bin/ls", 1, 2, 3, 4, 5)


def admitted(*stages: str, **fields: Any) -> AdmittedRequest:
    """Make a request; each stage is its words in one string."""
    settings: dict[str, Any] = {"id": "1", "requester": AGENT, "privileged": False}
    return AdmittedRequest(pipeline=tuple(tuple(stage.split()) for stage in stages), **(settings | fields))
