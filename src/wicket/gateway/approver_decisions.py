"""Requests that wait for a person, what approvers decide about them, and what they agree to in advance."""

import asyncio
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial

from wicket.gateway import record_entries
from wicket.gateway.approval_queue import Approved, Closed, Decision, Denied, Limits, Queue, Waiting, Withdrawn
from wicket.gateway.errors import NotHere
from wicket.gateway.grants import Grant, Grants, exact, similar
from wicket.gateway.record_writer_thread import Recorder
from wicket.gateway.request_types import AdmittedRequest, Judgement
from wicket.gateway.requester_session import RequesterSession
from wicket.gateway.sudo_password_questions import PasswordDoor, no_password
from wicket.host.pipes import tell
from wicket.policy.verdict_and_evidence import NO_RULE

__all__ = ["ApproverDecisions", "Settings"]


@dataclass(frozen=True, slots=True)
class Settings:
    """What the operator decides. `root_below_ask`: the policy may allow privileged requests without a person.

    `agent_below_ask`: it may do so with requests that are lent the SSH agent.

    `keep_output`: the record keeps the beginning of what commands say, and not its size and digest alone.
    """

    limits: Limits = field(default_factory=Limits)
    timeout_s: float = 300.0
    root_grants: bool = False
    root_below_ask: bool = False
    agent_below_ask: bool = False
    agent_socket: str = ""
    keep_output: bool = False


def _why_it_is_asked(judged: Judgement, always: str) -> str:
    """Say why a person is asked whatever the policy says, and what it says, if that is more than nothing."""
    if judged.decision == "allow":
        return f"the policy allows it, and {always} is asked about all the same"
    more = "" if judged.reason.startswith(NO_RULE) else judged.reason
    return f"{always} is always asked about" + (f"; {more}" if more else "")


def _every_door_may(_ticket: str, _door: str) -> str:
    return ""


class ApproverDecisions:
    """The line of those who wait, and the grants. Make it in a running loop."""

    def __init__(self, recorder: Recorder, settings: Settings) -> None:
        self.settings = settings
        self.on_change: list[Callable[[], object]] = []  # whom to tell that the line has changed
        self.on_decision: list[Callable[[str, str, Decision], object]] = []  # whom to tell: ticket, record key, how
        self.why_not: Callable[[str, str], str] = _every_door_may  # why a door may not say yes: ticket, door
        # Whether `root_below_ask` (`root_allow`) and `agent_below_ask` (`agent_allow`) hold, if they are set.
        self.below_ask: Callable[[str], bool] = lambda _setting: True
        self._recorder = recorder
        self._loop = asyncio.get_running_loop()
        self._queue = Queue(settings.limits)
        self._grants = Grants()
        self._decisions: dict[str, asyncio.Future[Decision]] = {}  # by ticket
        self._judgements: dict[str, Judgement] = {}
        self._passwords: dict[str, PasswordDoor] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._closing = False

    def _always_asked(self, admitted: AdmittedRequest) -> str:
        """Name what a person is asked about whatever the policy allows; empty: nothing."""
        if admitted.privileged and not (self.settings.root_below_ask and self.below_ask("root_allow")):
            return "root"
        if admitted.forward_agent and not (self.settings.agent_below_ask and self.below_ask("agent_allow")):
            return "lending the SSH agent"
        return ""

    async def _ask(
        self, visit: RequesterSession, admitted: AdmittedRequest, judged: Judgement, arrived: float
    ) -> tuple[Decision | str, PasswordDoor]:
        if always := self._always_asked(admitted):
            judged = replace(judged, reason=_why_it_is_asked(judged, always))

        def waits(ticket: str) -> None:
            visit.on_leave = partial(self._withdraw, ticket)

        try:
            return await self.ask(visit.key, admitted, judged, arrived, waits)
        finally:
            visit.on_leave = None

    async def ask(
        self,
        key: str,
        admitted: AdmittedRequest,
        judged: Judgement,
        arrived: float,
        waits: Callable[[str], object],
    ) -> tuple[Decision | str, PasswordDoor]:
        """Ask a person, at every door, and wait for the answer; a text says why nobody can be asked.

        `key` ties together what is recorded of it, and `waits` is told its ticket.
        """
        if self._closing:
            return Closed(), no_password
        ticket = secrets.token_hex(4)
        refused = self._queue.submit(ticket, admitted, self._loop.time(), judged.reason, arrived=arrived)
        if refused is not None:
            return str(refused), no_password
        self._recorder.note(record_entries.asked(key, admitted, ticket, judged, time.time()))
        decided = self._decisions[ticket] = self._loop.create_future()
        self._judgements[ticket] = judged
        waits(ticket)
        self._changed()
        try:
            decision = await decided
            for listener in self.on_decision:
                tell(partial(listener, ticket, key, decision))
            return decision, self._passwords.get(ticket, no_password)
        finally:
            self._queue.withdraw(ticket)
            self._passwords.pop(ticket, None)
            del self._decisions[ticket], self._judgements[ticket]
            self._changed()

    def _withdraw(self, ticket: str) -> None:
        if self._queue.withdraw(ticket):
            self._resolve(ticket, Withdrawn())

    def _resolve(self, ticket: str, decision: Decision) -> None:
        decided = self._decisions[ticket]
        if not decided.done():
            decided.set_result(decision)

    def _expire(self) -> None:
        for ticket, expired in self._queue.expire(self._loop.time()):
            self._resolve(ticket, expired)
        self._changed()

    def _changed(self) -> None:
        """The line is another: set the alarm anew, and tell the doors."""
        if self._timer is not None:
            self._timer.cancel()
        deadline = self._queue.next_deadline()
        self._timer = None if deadline is None else self._loop.call_at(deadline, self._expire)
        for listener in self.on_change:
            tell(listener)

    def pending(self) -> tuple[Waiting, ...]:
        """The line, first come first."""
        return self._queue.waiting()

    def judgement(self, ticket: str) -> Judgement:
        """What the policy said of one that waits.

        Raises:
            NotWaiting: it has left the line.
        """
        self._queue.find(ticket)
        return self._judgements[ticket]

    async def departure(self, ticket: str) -> Decision:
        """Wait until this one has left the line, and say how.

        Raises:
            NotWaiting: it has left already.
        """
        self._queue.find(ticket)
        return await asyncio.shield(self._decisions[ticket])

    def approve(
        self,
        ticket: str,
        *,
        by: str,
        door: str,
        comment: str = "",
        password: PasswordDoor = no_password,
        any_session: bool = False,
    ) -> None:
        """Say yes to this one. `password` is where sudo's question goes, if it asks one.

        `any_session`: a call of an agent that no longer waits may be tried again in another session as well.

        Raises:
            NotWaiting: it has left the line.
            NotHere: another door has to say it.
        """
        self.require_door(ticket, door)
        decision = Approved(by, door, comment, any_session)
        self._queue.decide(ticket, decision, self._loop.time())
        self._passwords[ticket] = password
        self._resolve(ticket, decision)

    def require_door(self, ticket: str, door: str) -> None:
        """Make sure that a yes may come from this door. A no may come from every one.

        Raises:
            NotWaiting: it has left the line.
            NotHere: it may not.
        """
        self._queue.find(ticket)
        if why := self.why_not(ticket, door):
            raise NotHere(why)

    def deny(self, ticket: str, *, by: str, door: str, because: str = "") -> None:
        """Say no to this one. `because` goes to the requester.

        Raises:
            NotWaiting: it has left the line.
        """
        decision = Denied(by, door, because)
        self._queue.decide(ticket, decision, self._loop.time())
        self._resolve(ticket, decision)

    def deny_all(self, *, by: str, door: str, because: str = "") -> int:
        """Say no to all that wait, and how many there were."""
        tickets = self._queue.clear()
        for ticket in tickets:
            self._resolve(ticket, Denied(by, door, because))
        return len(tickets)

    def preview(self, ticket: str, *, by: str, times: int, seconds: float, wide: bool = False) -> Grant:
        """Make the grant that `grant()` would put in force, to be looked at.

        Raises:
            NotWaiting: it has left the line.
            GrantRefused: there are no grants for that.
        """
        admitted = self._queue.find(ticket)
        agreed = exact(
            secrets.token_hex(4),
            admitted,
            by=by,
            times=times,
            seconds=seconds,
            now=self._loop.time(),
            privileged=self.settings.root_grants,
        )
        return similar(agreed) if wide else agreed

    def grant(self, ticket: str, *, by: str, times: int, seconds: float, wide: bool = False, door: str = "") -> Grant:
        """Agree in advance to what is like this one, which still needs its own answer. `wide`: operands may vary.

        Raises:
            NotWaiting: it has left the line.
            NotHere: another door has to agree.
            GrantRefused: there are no grants for that.
        """
        self.require_door(ticket, door)
        agreed = self.preview(ticket, by=by, times=times, seconds=seconds, wide=wide)
        self._grants.add(agreed)
        self._recorder.note(record_entries.granted(agreed, seconds, time.time()))
        self._changed()
        return agreed

    def granted(self) -> tuple[Grant, ...]:
        """The grants in force."""
        return self._grants.listed(self._loop.time())

    def revoke(self, grant: str, *, by: str) -> bool:
        """Take a grant back. False: there is none of that name."""
        found = self._grants.revoke(grant)
        if found:
            self._recorder.note(record_entries.revoked(grant, by, time.time()))
            self._changed()
        return found
