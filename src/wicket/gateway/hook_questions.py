"""Hooks that wait for a person: in the same line as all others, for as long as their agent does.

Shortly before an agent would go on without its hook, the hook is told to deny, with the ticket of its question. The
question stays in the line. Whoever approves it then has agreed to that very call, once: when the agent tries again, it
passes. What was asked is all that counts for that: the text, the tool, the folder, the session, and what of the
environment the verdict has read. Whoever approves may leave the session out.
"""

import asyncio
import time
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass
from typing import Any

from wicket.displayed_text import one_line
from wicket.doors.call_record import TRIAL_SESSION
from wicket.gateway import record_entries
from wicket.gateway.approval_queue import Approved, Closed, Decision, Denied, Expired, Withdrawn
from wicket.gateway.executable_identity import folder
from wicket.gateway.peer_process_identity import look_up
from wicket.gateway.request_lifecycle import Gateway
from wicket.gateway.request_types import AdmittedRequest, Judgement

__all__ = ["HookQuestions", "dialog_line", "is_asked"]

# Who approved a call that was not waited for any more has agreed to it for so long.
AGREED_S = 3600.0
MAX_AGREED = 1000

# Of a command that is asked about elsewhere, so much is shown here.
MAX_SHOWN = 200


# Whose call it is: the user, the agent's session or any, and the digest of all that counts of it.
Key = tuple[int, str | None, str]


@dataclass(slots=True)
class _Question:
    """A call that a person is asked about. `waiting`: how many hooks wait for the answer."""

    decided: "asyncio.Future[Decision | str]"
    ticket: str = ""
    waiting: int = 0
    used: bool = False


def is_asked(record: Any, *, queue: bool) -> bool:
    """Whether a person is asked here about a call: nobody can be in the agent, or the operator wants it so."""
    return (
        isinstance(record, dict)
        and record.get("decision") == "ask"
        and (record.get("answer") == "deny" or queue)
        and isinstance(record.get("act"), str)
        and record.get("session") != TRIAL_SESSION  # what the policy says is the answer, and nobody is to be bothered
    )


def dialog_line(record: Any) -> str:
    """Say what an agent asks in a dialog of its own; empty: it asks nothing."""
    if record["kind"] != "decided" or (record["decision"], record["answer"]) != ("ask", "ask"):
        return ""
    if record["session"] == TRIAL_SESSION:
        return ""
    subject = record["commands"] or [path for _, path in record["paths"]] or [record["tool"]]
    shown = one_line(str(subject[0]))
    shown = shown if len(shown) <= MAX_SHOWN else f"{shown[:MAX_SHOWN]}…"
    return one_line(f"{record['agent']} asks in its own dialog: {shown} ({record['because']})")


class HookQuestions:
    """The questions of all hooks. `start` makes a task that outlives the hook."""

    def __init__(self, gateway: Gateway, start: Callable[[Coroutine[Any, Any, None]], object]) -> None:
        self._gateway = gateway
        self._start = start
        self._open: dict[Key, _Question] = {}
        self._agreed: dict[Key, tuple[float, Approved]] = {}

    async def answer(self, record: Mapping[str, Any], uid: int, pid: int, seconds: float) -> tuple[str, str]:
        """Give the decision, `allow` or `deny`, and why, within so many seconds."""
        key: Key = (uid, str(record["session"]), str(record["act"]))
        began = time.monotonic()
        if (agreed := self._take(key)) is not None:
            self._record(record, uid, agreed, 0.0)
            return "allow", ""
        ticket = ""
        try:
            async with asyncio.timeout(seconds):
                while True:
                    asked = self._question(key, record, pid)
                    asked.waiting += 1
                    try:
                        decision = await asyncio.shield(asked.decided)
                    finally:
                        asked.waiting -= 1
                        ticket = asked.ticket
                    if not isinstance(decision, Approved) or not asked.used:
                        break  # one approval is for one call: who asked for the same at the same time asks again
        except TimeoutError:
            self._record(record, uid, "its agent waits no longer; a later approval counts for the next try", seconds)
            return "deny", _try_again(ticket, record)
        self._record(record, uid, decision, time.monotonic() - began)
        asked.used = True
        return _said(decision, str(record["because"]))

    def _question(self, key: Key, record: Mapping[str, Any], pid: int) -> _Question:
        """Give the question about this call, which is in the line already if it was asked before."""
        asked = self._open.get(key)
        if asked is None:
            asked = self._open[key] = _Question(asyncio.get_running_loop().create_future())
            self._start(self._ask(key, asked, record, pid))
        return asked

    def _take(self, key: Key) -> Approved | None:
        """Use up what a person has agreed to, if it is this call: in this session, or in any."""
        now = time.monotonic()
        for old in [each for each, (until, _) in self._agreed.items() if until <= now]:
            del self._agreed[old]
        found = self._agreed.pop(key, None) or self._agreed.pop(_in_any_session(key), None)
        return None if found is None else found[1]

    async def _ask(self, key: Key, asked: _Question, record: Mapping[str, Any], pid: int) -> None:
        """Ask, and keep an approval for which no hook waits any more."""

        def waits(ticket: str) -> None:
            asked.ticket = ticket

        decision: Decision | str = "the gateway made a mistake"
        try:
            judged = Judgement("ask", one_line(str(record["because"])), {"commands": record["evidence"]})
            request = f"{record_entries.hook_request(record)}:asked"
            arrived = asyncio.get_running_loop().time()
            admitted = _admitted(record, key[0], pid)
            decision, password = await self._gateway.ask(request, admitted, judged, arrived, waits)
            password.over()  # nothing is run here that could ask for one
        finally:
            del self._open[key]
            if isinstance(decision, Approved) and not asked.waiting and len(self._agreed) < MAX_AGREED:
                agreed = _in_any_session(key) if decision.any_session else key
                self._agreed[agreed] = (time.monotonic() + AGREED_S, decision)
            if not asked.decided.done():
                asked.decided.set_result(decision)

    def _record(self, record: Mapping[str, Any], uid: int, decision: Decision | str, waited_s: float) -> None:
        self._gateway.record(record_entries.hook_decided(record, uid, time.time(), decision, waited_s))


def _in_any_session(key: Key) -> Key:
    """Name the same call of no session in particular; an agent's own sessions have names."""
    uid, _, act = key
    return (uid, None, act)


def _admitted(record: Mapping[str, Any], uid: int, pid: int) -> AdmittedRequest:
    """Show a call as a request: what runs is a shell, or the agent's own tool."""
    shell = tuple(("bash", "-c", text) for text in record["commands"])
    cwd = str(record["cwd"])
    return AdmittedRequest(
        id=record_entries.hook_request(record),
        pipeline=shell or ((str(record["tool"]) or "?", *(str(path) for _, path in record["paths"])),),
        requester=look_up(pid, uid),
        cwd=cwd,
        folder=folder(cwd),
        privileged=False,
        reason=f"{record['agent']} wants to use its tool {record['tool']}",
        session=str(record["session"]),
        hook=True,
    )


def _said(decision: Decision | str, because: str) -> tuple[str, str]:
    """Say what a person's decision is to a hook."""
    match decision:
        case Approved():
            return "allow", ""
        case Denied(because=given):
            return "deny", "a person has denied it" + (f": {given}" if given else "")
        case Expired():
            return "deny", f"a person has to confirm this, and nobody answered in time: {because}"
        case Withdrawn() | Closed():
            return "deny", f"a person has to confirm this, and the gateway stops: {because}"
        case str():
            return "deny", decision


def _try_again(ticket: str, record: Mapping[str, Any]) -> str:
    return (
        f"a person has to confirm this, and has not answered yet (`wicket approve {ticket}`); once it is approved, try "
        f"the very same call again, and it passes: {record['because']}"
    )
