"""What the gateway does with a request: admit, judge, ask, run, record, answer. Sockets are elsewhere.

    gates ─▸ policy ─▸ grants ─▸ a person ─▸ record ─▸ run ─▸ record ─▸ answer

Nothing runs without an approval that has reached the disk. A requester that leaves while it waits has withdrawn; what
already runs is finished and recorded, whether or not anybody still wants to know.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import replace
from functools import partial

from wicket.gateway import record_entries
from wicket.gateway.approval_queue import Approved, Closed, Decision, Denied, Withdrawn
from wicket.gateway.approved_execution import Runner, refuse_if_late
from wicket.gateway.approver_decisions import ApproverDecisions, Settings
from wicket.gateway.errors import GatewayError, LedgerError
from wicket.gateway.executable_identity import ProgramMissing, resolve
from wicket.gateway.freshness_and_replay_checks import ReplayMemory
from wicket.gateway.peer_process_identity import look_up
from wicket.gateway.pipeline_execution import Outcome, StageNotStarted
from wicket.gateway.record_ledger import Ledger
from wicket.gateway.record_redaction import Note
from wicket.gateway.record_writer_thread import Recorder
from wicket.gateway.request_admission import Admission
from wicket.gateway.request_environment import DEFAULT_PATH
from wicket.gateway.request_types import AdmittedRequest, Judgement, Program
from wicket.gateway.requester_session import RequesterSession
from wicket.gateway.response_statuses import SHUTTING_DOWN, answer, refusal
from wicket.gateway.resume_after_restart import resume
from wicket.gateway.sudo_password_questions import PasswordDoor, no_password
from wicket.host.guardian_client import Guardian
from wicket.host.pipes import tell
from wicket.wire.sudo_proxy.messages import Request, Response

__all__ = ["Gateway", "Judge", "always_ask"]

log = logging.getLogger(__name__)

Judge = Callable[[AdmittedRequest], Awaitable[Judgement]]


# Of a request that is over before its verdict.
NOT_JUDGED = Judgement("", "not judged")


async def always_ask(admitted: AdmittedRequest) -> Judgement:  # noqa: ARG001 - every judge is asked so
    """The judge of those who have no policy."""
    return Judgement("ask", "no policy covers it")


class Gateway(ApproverDecisions):
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
        super().__init__(recorder, settings or Settings())
        self.stop_wanted = asyncio.Event()
        self.on_record: list[Callable[[], object]] = []  # whom to tell that a decision or a result is on the disk
        self.warnings: tuple[str, ...] = ()  # what is wrong with the gateway itself, for every door to show
        self.on_verdict: list[
            Callable[[AdmittedRequest, Approved | Denied], object]
        ] = []  # whom to tell: nobody was asked
        self.on_result: list[Callable[[AdmittedRequest, Outcome], object]] = []  # whom to tell what came of a command
        self._judge = judge
        self._runner = Runner(guardian, self.settings.timeout_s, self.settings.agent_socket)
        self._admission = Admission(recorder, self, ReplayMemory(used_ids))
        self._judging: set[asyncio.Task[Judgement]] = set()

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
            judged = await self._judged_unless_requester_leaves(visit, admitted)
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

    async def _judged_unless_requester_leaves(self, visit: RequesterSession, admitted: AdmittedRequest) -> Judgement:
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
        if (unasked := self._unasked(admitted, judged)) is not None:
            for listener in self.on_verdict:
                tell(partial(listener, admitted, unasked))
            return unasked, no_password
        return await self._ask(visit, admitted, judged, arrived)

    def _unasked(self, admitted: AdmittedRequest, judged: Judgement) -> Approved | Denied | None:
        """What the policy or a grant decides. None: a person has to."""
        if judged.decision == "deny":
            return Denied("policy", "policy", judged.reason)
        if judged.decision == "allow" and not self._always_asked(admitted):
            return Approved("policy", "policy", judged.reason)
        if (grant := self._grants.use(admitted, self._loop.time())) is not None:
            self._changed()
            return Approved(grant.by, f"grant {grant.id}")
        return None

    # ── running ──────────────────────────────────────────────────────────────

    async def _run(
        self, visit: RequesterSession, admitted: AdmittedRequest, judged: Judgement, password: PasswordDoor
    ) -> Response:
        try:
            outcome = await self._runner.run(
                admitted,
                password,
                lambda: refuse_if_late(admitted, left=visit.left, closing=self._closing),
                judged.sandboxes,
            )
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

    # ── the gateway itself ───────────────────────────────────────────────────

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
