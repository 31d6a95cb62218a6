"""What the gateway does with a request: admit, judge, ask, run, record, answer. Sockets are elsewhere.

    gates ─▸ policy ─▸ grants ─▸ a person ─▸ record ─▸ run ─▸ record ─▸ answer

Nothing runs without an approval that has reached the disk. A requester that leaves while it waits has withdrawn; what
already runs is finished and recorded, whether or not anybody still wants to know.
"""

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import partial

from wicket.gateway import record_entries
from wicket.gateway.approval_queue import Approved, Closed, Decision, Denied, Limits, Queue, Waiting, Withdrawn
from wicket.gateway.approved_execution import Runner
from wicket.gateway.errors import GatewayError, LedgerError
from wicket.gateway.executable_identity import ProgramMissing, folder, resolve
from wicket.gateway.freshness_and_replay_checks import DEFAULT_PATH, ReplayMemory
from wicket.gateway.grants import Grant, Grants, exact, similar
from wicket.gateway.pipeline_execution import Outcome, StageNotStarted
from wicket.gateway.process_table import look_up
from wicket.gateway.record_ledger import Ledger
from wicket.gateway.record_redaction import Note
from wicket.gateway.record_writer import Recorder
from wicket.gateway.request import AdmittedRequest, Judgement, Program
from wicket.gateway.request_admission import Admission
from wicket.gateway.requester_session import RequesterSession
from wicket.gateway.responses import SHUTTING_DOWN, answer, refusal
from wicket.gateway.resume_after_restart import resume
from wicket.gateway.sudo_execution import PasswordDoor, no_password
from wicket.host.guardian_client import Guardian
from wicket.host.pipes import tell
from wicket.wire.sudo_proxy.messages import Request, Response

__all__ = ["Gateway", "Judge", "Settings", "always_ask"]

log = logging.getLogger(__name__)

Judge = Callable[[AdmittedRequest], Awaitable[Judgement]]


# Of a request that is over before its verdict.
NOT_JUDGED = Judgement("", "not judged")

# What the policy says of what it says nothing about.
NO_RULE = "no rule covers it"


async def always_ask(admitted: AdmittedRequest) -> Judgement:  # noqa: ARG001 - every judge is asked so
    """The judge of those who have no policy."""
    return Judgement("ask", "no policy speaks of it")


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


class Gateway:
    """The use cases. Make it in a running loop with `Gateway.open()`, and `close()` it at last."""

    def __init__(
        self,
        recorder: Recorder,
        *,
        judge: Judge = always_ask,
        guardian: Guardian | None = None,
        settings: Settings | None = None,
        used_ids: Iterable[tuple[str, float]] = (),
    ) -> None:
        """`used_ids` are ids from before, with the loop's time at which they were used."""
        self.settings = settings or Settings()
        self.stop_wanted = asyncio.Event()
        self.on_change: list[Callable[[], object]] = []  # whom to tell that the line has changed
        self.on_decision: list[Callable[[str, str, Decision], object]] = []  # whom to tell: ticket, record key, how
        self.on_record: list[Callable[[], object]] = []  # whom to tell that a decision or a result is on the disk
        self.warnings: tuple[str, ...] = ()  # what is wrong with the gateway itself, for every door to show
        self.on_result: list[Callable[[AdmittedRequest, Outcome], object]] = []  # whom to tell what came of a command
        self._recorder = recorder
        self._judge = judge
        self._runner = Runner(guardian, self.settings.timeout_s, self.settings.agent_socket)
        self._loop = asyncio.get_running_loop()
        self._admission = Admission(recorder, self, ReplayMemory(used_ids))
        self._queue = Queue(self.settings.limits)
        self._grants = Grants()
        self._decisions: dict[str, asyncio.Future[Decision]] = {}  # by ticket
        self._judgements: dict[str, Judgement] = {}
        self._judging: set[asyncio.Task[Judgement]] = set()
        self._passwords: dict[str, PasswordDoor] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._closing = False

    @classmethod
    def open(cls, ledger: Ledger, recorder: Recorder, **options: object) -> "Gateway":
        """Take up where the last gateway left off: its ids stay used, and what it did not finish is said so."""
        now = time.time()
        from_epoch = asyncio.get_running_loop().time() - now
        used = [(id, at + from_epoch) for id, at in resume(ledger, recorder, now)]
        return cls(recorder, used_ids=used, **options)  # type: ignore[arg-type]

    # ── a request ────────────────────────────────────────────────────────────

    def admit(self, request: Request, uid: int, pid: int) -> RequesterSession | Response:
        """Let a request through the gates, or answer it at once."""
        answered = self._admission.admit(request, uid)
        if answered is not None:
            return answered
        if self._closing:
            self.reject(str(request.id), SHUTTING_DOWN, uid)
            return Response(id=str(request.id), status="error", message=SHUTTING_DOWN)
        return RequesterSession(request, look_up(pid, uid))

    def reject(self, id: str, reason: str, uid: int) -> None:
        """Have it recorded that a door has turned a request away, for this reason; `id` may be empty."""
        self._admission.reject(id, reason, uid)

    async def serve(self, visit: RequesterSession) -> Response:
        """Answer a request that was admitted. Whatever goes wrong is an answer, too."""
        try:
            return await self._serve(visit)
        except GatewayError as error:
            return Response(id=str(visit.request.id), status="error", message=str(error))
        except Exception:  # the one boundary: a mistake of ours must not end the others
            log.exception("request %s", visit.key)
            message = "the gateway made a mistake, and nothing more was run; see its log"
            return Response(id=str(visit.request.id), status="error", message=message)

    async def _serve(self, visit: RequesterSession) -> Response:
        arrived = self._loop.time()
        admitted = visit.admitted()
        judged = NOT_JUDGED
        decision: Decision | str
        password: PasswordDoor = no_password
        try:
            admitted = replace(admitted, programs=self._programs(admitted))
        except StageNotStarted as missing:
            decision = str(missing)
        else:
            judged = await self._judged(visit, admitted)
            decision, password = await self._decide(visit, admitted, judged, arrived)
        waited_s = self._loop.time() - arrived
        try:
            decided = record_entries.decided(visit.key, admitted, decision, judged, waited_s, time.time())
            await self._recorder.write(decided)
            self._recorded()
            if not isinstance(decision, Approved):
                return refusal(admitted.id, decision)
            return await self._run(visit, admitted, judged, password)
        finally:
            password.over()

    def _programs(self, admitted: AdmittedRequest) -> tuple[Program, ...]:
        programs = []
        for index, stage in enumerate(admitted.pipeline):
            try:
                programs.append(resolve(stage[0], DEFAULT_PATH, admitted.cwd))
            except ProgramMissing as error:
                raise StageNotStarted(index, len(admitted.pipeline), str(error)) from error
        return tuple(programs)

    # ── deciding ─────────────────────────────────────────────────────────────

    async def _judged(self, visit: RequesterSession, admitted: AdmittedRequest) -> Judgement:
        """Ask the policy. A policy that fails leaves it to the person.

        When the requester leaves, or the gateway stops, nobody wants the verdict any more, and judging ends.
        """
        if visit.left or self._closing:
            return NOT_JUDGED
        judging = self._loop.create_task(self._ask_policy(admitted))
        self._judging.add(judging)
        visit.on_leave = judging.cancel
        try:
            await asyncio.wait({judging})
        finally:
            visit.on_leave = None
            self._judging.discard(judging)
            judging.cancel()
        if judging.cancelled():
            return self._not_judged(visit)
        return judging.result()

    def _not_judged(self, visit: RequesterSession) -> Judgement:
        """Whoever has cancelled it: only if nobody wants the verdict any more, no person is asked."""
        return NOT_JUDGED if visit.left or self._closing else Judgement("ask", "judging was cancelled")

    async def _ask_policy(self, admitted: AdmittedRequest) -> Judgement:
        try:
            return await self._judge(admitted)
        except Exception as error:
            log.exception("the policy failed")
            return Judgement("ask", f"the policy failed: {error!r}")

    async def _decide(
        self, visit: RequesterSession, admitted: AdmittedRequest, judged: Judgement, arrived: float
    ) -> tuple[Decision | str, PasswordDoor]:
        if visit.left:
            return Withdrawn(), no_password
        if judged is NOT_JUDGED:
            return Closed(), no_password
        if judged.decision == "deny":
            return Denied("policy", "policy", judged.reason), no_password
        if judged.decision == "allow" and not self._always_asked(admitted):
            return Approved("policy", "policy", judged.reason), no_password
        if (grant := self._grants.use(admitted, self._loop.time())) is not None:
            self._changed()
            return Approved(grant.by, f"grant {grant.id}"), no_password
        return await self._ask(visit, admitted, judged, arrived)

    def _always_asked(self, admitted: AdmittedRequest) -> str:
        """Name what a person is asked about whatever the policy allows; empty: nothing."""
        if admitted.privileged and not self.settings.root_below_ask:
            return "root"
        if admitted.forward_agent and not self.settings.agent_below_ask:
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

    # ── running ──────────────────────────────────────────────────────────────

    async def _run(
        self, visit: RequesterSession, admitted: AdmittedRequest, judged: Judgement, password: PasswordDoor
    ) -> Response:
        try:
            outcome = await self._runner.run(admitted, password, partial(self._refuse_late, visit, admitted))
        except GatewayError as error:
            await self._recorder.write(record_entries.not_run(visit.key, admitted, judged, str(error), time.time()))
            raise
        unrecorded = ""
        try:
            kept = self.settings.keep_output
            note = record_entries.resulted(visit.key, admitted, judged, outcome, time.time(), keep_output=kept)
            await self._recorder.write(note)
        except LedgerError as error:
            unrecorded = f"the command has run, but its result could not be recorded: {error}"
        self._recorded()
        for listener in self.on_result:
            tell(partial(listener, admitted, outcome))
        return answer(admitted.id, outcome, outcome.failure or unrecorded)

    def _recorded(self) -> None:
        for listener in self.on_record:
            tell(listener)

    def _refuse_late(self, visit: RequesterSession, admitted: AdmittedRequest) -> None:
        """A person took a while, and so did the disk; who left meanwhile, or moved the folder, gets nothing run."""
        if visit.left:
            raise GatewayError("the requester left before it could run")
        if self._closing:
            raise GatewayError(SHUTTING_DOWN)
        if admitted.folder is None or folder(admitted.cwd) != admitted.folder:
            raise GatewayError(f"the folder {admitted.cwd} is gone or another since it was looked up; ask again")

    # ── the doors of whoever approves ────────────────────────────────────────

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

    def show(self, ticket: str) -> None:
        """Note that a person is looking at this one, from now on."""
        self._queue.show(ticket, self._loop.time())
        self._changed()

    async def departure(self, ticket: str) -> Decision:
        """Wait until this one has left the line, and say how.

        Raises:
            NotWaiting: it has left already.
        """
        self._queue.find(ticket)
        return await asyncio.shield(self._decisions[ticket])

    def approve(
        self, ticket: str, *, by: str, door: str, comment: str = "", password: PasswordDoor = no_password
    ) -> None:
        """Say yes to this one. `password` is where sudo's question goes, if it asks one.

        Raises:
            NotWaiting: it has left the line.
        """
        decision = Approved(by, door, comment)
        self._queue.decide(ticket, decision, self._loop.time())
        self._passwords[ticket] = password
        self._resolve(ticket, decision)

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

    def grant(self, ticket: str, *, by: str, times: int, seconds: float, wide: bool = False) -> Grant:
        """Agree in advance to what is like this one, which still needs its own answer. `wide`: operands may vary.

        Raises:
            NotWaiting: it has left the line.
            GrantRefused: there are no grants for that.
        """
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

    def warn(self, sentence: str) -> None:
        """Have the doors say that something is wrong with the gateway itself, for as long as it runs."""
        self.warnings = (*self.warnings, sentence)
        self._changed()

    def record(self, note: Note) -> None:
        """Have a door's own observation recorded, when there is time."""
        self._recorder.note(note)

    def close(self) -> None:
        """Take no more, refuse those who wait, end what runs. Their answers follow."""
        self._closing = True
        for judging in list(self._judging):
            judging.cancel()
        for ticket in self._queue.clear():
            self._resolve(ticket, Closed())
        self._runner.stop(SHUTTING_DOWN)
        self._admission.close()
        if self._timer is not None:
            self._timer.cancel()


def _why_it_is_asked(judged: Judgement, always: str) -> str:
    """Say why a person is asked whatever the policy says, and what it says, if that is more than nothing."""
    if judged.decision == "allow":
        return f"the policy allows it, and {always} is asked about all the same"
    return f"{always} is always asked about" + ("" if judged.reason in ("", NO_RULE) else f"; {judged.reason}")
