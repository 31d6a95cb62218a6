"""A session with an operations extension (gevals): its steps are checked, run one by one, and always end.

A step is never sent unless the extension offers it with such arguments. What comes of it is a `StepResult` in every
case: nothing that an extension does or leaves undone is an exception for whoever runs the steps, and no step waits
longer than it may. An extension that could not be started is not tried again for each step; one that died is started
again only as often as was said.
"""

import asyncio
import logging
import math
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Self

from msgspec import UNSET

from wicket.displayed_text import one_line, paragraph
from wicket.host import child_environment
from wicket.host.child_process import STOP_GRACE_S, TERM_GRACE_S
from wicket.host.errors import ExtensionError, ExtensionGone, ExtensionNotStarted
from wicket.host.gevals_manifest import Offer, accept
from wicket.host.gevals_process import ACK_GRACE_S, UnusableAnswer, Worker
from wicket.host.gevals_step_result import Ending, RunningStep, StepLog, StepResult
from wicket.host.guardian_client import Guardian
from wicket.host.guardian_sharing import GuardianSharing
from wicket.host.pipes import tell
from wicket.host.stderr_capture import Stderr
from wicket.wire import go_durations
from wicket.wire.errors import LocalProtocolError
from wicket.wire.gevals.connection import MAX_LINE_BYTES
from wicket.wire.gevals.messages import Agent, Context, LogEntry, Step

__all__ = ["Agent", "Phase", "Session", "SessionOptions"]

Phase = Literal["setup", "verify", "cleanup"]

log = logging.getLogger(__name__)

# Extensions are told how long they have in milliseconds. With less than one left, a step is not begun.
MIN_STEP_S = 0.001


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionOptions:
    """How a session treats its extension."""

    initialize_s: float = 30.0  # how long it may take to say who it is
    step_s: float = 600.0  # how long a step may take that sets no limit of its own
    in_flight: int = 1  # how many steps it is given at once; most extensions can do one
    restarts: int = 0  # how often it is started again after it died; 0: never
    strict: bool = False  # a line that is no message ends it
    any_version: bool = False  # another protocol version is only warned about
    max_line_bytes: int = MAX_LINE_BYTES
    ack_s: float = ACK_GRACE_S
    stop_grace_s: float = STOP_GRACE_S
    term_grace_s: float = TERM_GRACE_S


class Session:
    """An extension that is started when it is first needed, and given steps until it is closed.

    `program` is started without arguments, in `cwd` (ours by default) and with `env` (by default ours, without what
    looks like a secret). `on_log` gets its log lines as they come; `on_report` gets what it does wrong, in sentences
    that begin with its name, and by default that goes to the log. A guardian of its own sees to it that nothing is left
    of the extension if we are killed; `guardian` is one to use instead, for many sessions.
    """

    def __init__(
        self,
        extension: str,
        program: Path,
        *,
        config: Mapping[str, Any] | None = None,
        cwd: Path | None = None,
        env: Mapping[str, str] | None = None,
        stderr: Path | Stderr = Stderr.TAIL,
        on_log: Callable[[StepLog], object] | None = None,
        on_report: Callable[[str], object] | None = None,
        guardian: Guardian | None = None,
        options: SessionOptions | None = None,
    ) -> None:
        self.extension = extension
        self.options = options or SessionOptions()
        self.processes = 0  # how many were started so far
        self._program = program.absolute()
        self._config = config
        self._cwd = (cwd or Path()).absolute()
        self._env = child_environment.for_child(os.environ)[0] if env is None else env
        self._stderr = stderr
        self._on_log = on_log or _nothing
        self._on_report = on_report or log.warning
        self._guarding = GuardianSharing(guardian)
        self._guarded = False  # a process that runs has the guardian
        self._worker: Worker | None = None
        self._offer: Offer | None = None
        self._failure: ExtensionError | None = None  # why it cannot be started, once that is known
        self._restarts_left = self.options.restarts
        self._closed = False
        self._starting = asyncio.Lock()
        self._places = asyncio.Semaphore(self.options.in_flight)
        self._calls: list[RunningStep] = []

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def start(self) -> Offer:
        """Start the extension if it does not run, and say what it offers. What failed once fails again at once.

        Raises:
            ExtensionError: it cannot be used; the reason says why.
        """
        _, offer = await self._ready()
        return offer

    async def execute(
        self,
        operation: str,
        args: Mapping[str, Any] | None = None,
        *,
        workdir: Path,
        phase: Phase,
        step: str = "",
        env: Mapping[str, str] | None = None,
        agent: Agent | None = None,
        timeout_s: float | None = None,
        deadline: float | None = None,
        process: int | None = None,
    ) -> StepResult:
        """Have a step carried out, and say how it went.

        It may take `timeout_s` once it has been sent; `deadline`, in the loop's time, bounds that and the wait for its
        turn as well, as the end of a whole task does. The extension is told what is left of both. `agent` is told in
        the verify phase alone. `step` is the name under which logs and results show it. A step that has no time left
        is not sent, nor is one that builds on what an earlier process did: `process` is the one that it needs, as
        `processes` counts them.
        """
        given = dict(args or {})
        call = RunningStep(self.extension, operation, step, asyncio.get_running_loop().time())
        allowed_s = self.options.step_s if timeout_s is None else timeout_s
        if not _is_enough(_remaining(allowed_s, deadline)):
            return call.late("was not sent: it had no time left")
        try:
            if self._places.locked():
                async with asyncio.timeout_at(deadline):
                    await self._places.acquire()
            else:
                await self._places.acquire()  # at once
        except TimeoutError:
            return call.late("had no turn before its time was up")
        self._calls.append(call)
        try:
            try:
                if (running := self._running()) is None:
                    async with asyncio.timeout_at(deadline):
                        running = await self._ready()
            except TimeoutError:
                return call.late("could not be sent before its time was up")
            worker, offer = running
            if process is not None and process != self.processes:
                return call.result(Ending.GONE, error="it was started again; what it knew of this task is lost")
            if problems := offer.problems(operation, given):
                return call.result(Ending.NOT_SENT, error="; ".join(problems), problems=problems)
            limit_s = _remaining(allowed_s, deadline)
            if not _is_enough(limit_s):
                return call.late("could not be sent before its time was up")
            context = _context(workdir, phase, env, limit_s, agent)
            asked = Step(operation=operation, args=given, context=context)
            try:
                async with asyncio.timeout(limit_s):
                    return call.done(await worker.execute(asked, cancel=offer.takes_cancel))
            except TimeoutError:
                return call.late(f"did not answer within {go_durations.render(limit_s)}")
        except (ExtensionError, LocalProtocolError) as error:
            return call.broken(error)
        finally:
            self._calls.remove(call)
            self._places.release()

    async def execute_once(
        self,
        operation: str,
        args: Mapping[str, Any] | None = None,
        *,
        workdir: Path,
        phase: Phase,
        env: Mapping[str, str] | None = None,
        agent: Agent | None = None,
        timeout_s: float | None = None,
    ) -> StepResult:
        """Have a single step carried out by a process of its own, as a pipe in a shell would.

        There is no initialize, and input ends after the step. So nothing is known of what the extension offers, and
        nothing is checked before it is asked.
        """
        limit_s = self.options.step_s if timeout_s is None else timeout_s
        call = RunningStep(self.extension, operation, "", asyncio.get_running_loop().time())
        if not _is_enough(limit_s):
            return call.late("was not sent: it had no time left")
        step = Step(operation=operation, args=dict(args or {}), context=_context(workdir, phase, env, limit_s, agent))
        async with self._guarding as guardian:
            return await self._execute_alone(call, step, limit_s, guardian)

    async def _execute_alone(
        self, call: RunningStep, step: Step, limit_s: float, guardian: Guardian | None
    ) -> StepResult:
        worker: Worker | None = None
        answered = False
        try:
            async with asyncio.timeout(limit_s):
                worker = await self._spawn(lambda entry: self._log_for([call], entry), guardian)
                outcome = await worker.execute(step, last=True)
            answered = True
            return call.done(outcome)
        except TimeoutError:
            return call.late(f"did not answer within {go_durations.render(limit_s)}")
        except (ExtensionError, LocalProtocolError) as error:
            return call.broken(error)
        finally:
            if worker is not None and answered:
                await worker.part(self.options.stop_grace_s, self.options.term_grace_s)
            elif worker is not None:
                await worker.discard()

    async def close(self) -> None:
        """Tell the extension to shut down, and end it if it does not. Steps that still wait end now."""
        self._closed = True
        options = self.options
        try:
            if (worker := self._worker) is not None:
                await worker.stop(ack_s=options.ack_s, grace_s=options.stop_grace_s, term_grace_s=options.term_grace_s)
        finally:
            async with self._starting:  # whoever is about to start it finds the session closed
                await self._unguard()

    async def renew(self, *, unless_alive: bool = False) -> None:
        """Let go of a process that is of no use: the next step starts another.

        That is one that died and, except `unless_alive`, one that works on a step which nobody waits for any longer,
        if it has no other. What could not be started stays so.
        """
        async with self._starting:
            if (worker := self._worker) is None or self._closed or self._failure is not None:
                return
            if worker.gone is not None:
                reason = worker.gone.reason
            elif worker.behind and not self._calls and not unless_alive:
                reason = "it has not answered a step whose time was up"
            else:
                return
            await self._let_go(worker, reason)

    def _running(self) -> tuple[Worker, Offer] | None:
        """Give the process that takes steps and what it offers, if nothing has to be waited for."""
        if self._closed or self._failure is not None or self._worker is None or self._offer is None:
            return None
        return None if self._worker.gone is not None else (self._worker, self._offer)

    async def _ready(self) -> tuple[Worker, Offer]:
        """Give the process that takes steps now, and what it offers; start it if need be."""
        async with self._starting:
            if self._closed:
                raise ExtensionGone(self.extension, "its session was closed")
            if self._failure is not None:
                raise self._failure.with_traceback(None)
            if self._worker is not None and self._worker.gone is not None:
                await self._replace(self._worker, self._worker.gone)
            if self._worker is None or self._offer is None:
                self._worker, self._offer = await self._launch()
            return self._worker, self._offer

    async def _launch(self) -> tuple[Worker, Offer]:
        """Start a process that is guarded until it is let go of."""
        guardian = self._guarding.take()
        self._guarded = True
        try:
            return await self._introduce(guardian)
        except BaseException:
            await self._unguard()
            raise

    async def _unguard(self) -> None:
        if self._guarded:
            self._guarded = False
            await self._guarding.give_back()

    async def _introduce(self, guardian: Guardian | None) -> tuple[Worker, Offer]:
        """Start a process and have it introduce itself. What goes wrong is remembered."""
        try:
            self._worker = worker = await self._spawn(self._log, guardian)
            self.processes += 1
        except ExtensionError as error:
            self._failure = error
            raise
        try:
            if self._closed:
                raise ExtensionGone(self.extension, "its session was closed")
            async with asyncio.timeout(self.options.initialize_s):
                manifest = await worker.initialize(self._config)
            offer = accept(self.extension, manifest, cwd=self._cwd, env=self._env, any_version=self.options.any_version)
        except (ExtensionError, LocalProtocolError, TimeoutError) as error:
            await worker.discard()
            self._failure = self._why_not(error)
            raise self._failure from (None if self._failure is error else error)
        except BaseException:  # whoever waited for it has left; the next one may try again
            self._worker = None
            await worker.discard()
            raise
        for warning in offer.warnings:
            self._report(warning)
        return worker, offer

    def _why_not(self, error: ExtensionError | LocalProtocolError | TimeoutError) -> ExtensionError:
        match error:
            case TimeoutError():
                limit = go_durations.render(self.options.initialize_s)
                return ExtensionNotStarted(self.extension, f"it did not answer initialize within {limit}")
            case ExtensionGone():
                if error.status is None:
                    return ExtensionNotStarted(self.extension, error.reason)
                return ExtensionNotStarted(self.extension, "it left before it answered initialize", error.status)
            case UnusableAnswer():
                return ExtensionNotStarted(self.extension, f"its manifest is unusable: {error.reason}")
            case ExtensionError():
                return error
            case LocalProtocolError():
                return ExtensionNotStarted(self.extension, f"its config cannot be sent: {error}")

    async def _replace(self, worker: Worker, gone: ExtensionGone) -> None:
        """Let go of a process that died, if another may take its place."""
        if self._restarts_left <= 0:
            raise gone.with_traceback(None)
        self._restarts_left -= 1
        await self._let_go(worker, gone.reason)

    async def _let_go(self, worker: Worker, reason: str) -> None:
        self._report(f"is started again: {reason}")
        self._worker = self._offer = None  # nothing is sent to the next one before it has introduced itself
        await worker.discard()
        await self._unguard()

    async def _spawn(self, on_log: Callable[[LogEntry], object], guardian: Guardian | None) -> Worker:
        return await Worker.start(
            self.extension,
            [str(self._program)],
            cwd=self._cwd,
            env=self._env,
            on_log=on_log,
            on_report=self._report,
            stderr=self._stderr,
            guardian=guardian,
            strict=self.options.strict,
            max_line_bytes=self.options.max_line_bytes,
        )

    def _log(self, entry: LogEntry) -> None:
        self._log_for(self._calls, entry)

    def _log_for(self, calls: Sequence[RunningStep], entry: LogEntry) -> None:
        # A log line does not say which step it belongs to: with one in flight there is no question.
        step = calls[0].step if len(calls) == 1 else ""
        data = None if entry.data is UNSET else entry.data
        line = StepLog(self.extension, step, one_line(entry.level), paragraph(entry.message), data)
        for call in calls:
            call.keep(line)
        self._on_log(line)

    def _report(self, sentence: str) -> None:
        tell(self._on_report, f"{self.extension}: {sentence}")


def _context(
    workdir: Path, phase: Phase, env: Mapping[str, str] | None, limit_s: float, agent: Agent | None
) -> Context:
    return Context(
        workdir=os.path.abspath(workdir),
        phase=phase,
        env=UNSET if env is None else dict(env),
        timeout=go_durations.render(math.floor(limit_s * 1000) / 1000),
        agent=agent if agent is not None and phase == "verify" else UNSET,
    )


def _remaining(limit_s: float, deadline: float | None) -> float:
    if deadline is None:
        return limit_s
    return max(0.0, min(limit_s, deadline - asyncio.get_running_loop().time()))


def _is_enough(limit_s: float) -> bool:
    return limit_s >= MIN_STEP_S  # which NaN is not


def _nothing(_: object) -> None:
    """Nobody listens."""
