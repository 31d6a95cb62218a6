"""Has texts judged in processes of their own, so that no text keeps the gateway's loop, or somebody else, waiting.

There are two lanes. Every text begins in the quick one, where it has a fraction of a second: that is a hundred times
what an ordinary command takes. What takes longer goes on in the slow lane, until the deadline; then its process is
killed, and a person is asked (or it is denied, where the policy's default says so). A policy that has to be compiled
has more time: if its process were killed, it would have to be compiled anew for the next text, and the one after that.

Places are given in turns. So whoever waits for the quick lane waits for what has a place there, for one text of each
other requester who waits, and for their own earlier texts; each of them has its place for at most `quick_s`, and before
that for as long as a process takes to start, if none is idle (`start_s` at most). The wait for the slow lane ends after
`waiting_s`. If validators have a say, a text passes through all of that twice; while they are asked, it has no place.

A process that dies, or cannot be started, or does not keep to its protocol, is a question to a person as well.
"""

import asyncio
import logging
import os
import sys
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, Self

from wicket.doors import hook_messages
from wicket.gateway.fair_judge_queue import FairQueue, Turn
from wicket.gateway.judge_messages import Job
from wicket.gateway.judge_process_handle import NAME, JudgeCall, JudgeWorker, NoVerdict, Said
from wicket.gateway.judge_validator_messages import opinion, read_question
from wicket.gateway.serialized_verdict import Finding
from wicket.host.errors import ExtensionNotStarted
from wicket.host.guardian_client import Guardian
from wicket.host.guardian_sharing import GuardianSharing
from wicket.host.runok_validators import Asker, Opinion, Question
from wicket.loaded_policy import too_much
from wicket.policy.decision import unsure

__all__ = ["HookAtOnce", "Judges", "Patience", "program"]

log = logging.getLogger(__name__)

# Who has not answered by now may be busy for a while, so another process is made ready for whoever comes next.
SPARE_S = 0.05

# Debuggers are kept out first: what is imported then takes a while.
_START = (
    "import sys; sys.path[:] = sys.argv[1:]; from wicket.gateway.debugger_protection import keep_out; keep_out(); "
    "from wicket.gateway.judge_process import main; main()"
)


def program() -> list[str]:
    """Give the command line of a process that judges: this Python, with this wicket, and no say for the environment."""
    utf8 = ["-X", "utf8"] if sys.flags.utf8_mode else []
    return [sys.executable, "-I", *utf8, "-c", _START, *(path for path in sys.path if os.path.isabs(path))]


@dataclass(frozen=True, slots=True)
class Patience:
    """How many at once, and how long. Half of the processes are for what is quick, whatever the others do."""

    quick: int = 2
    slow: int = 2
    quick_s: float = 0.3
    deadline_s: float = 5.0
    load_s: float = 15.0  # more than that, for a text whose policy is not loaded yet
    waiting_s: float = 10.0  # for a place in the slow lane
    start_s: float = 10.0  # until a new process is ready, on a machine that is busy
    texts: int = 1_000  # for one process; then another one takes its place
    validating: int = 32  # texts whose validators are being asked; each keeps what is known of it


class Judges:
    """The processes that judge: started when they are needed, kept, and replaced when they end.

    Use it in a running loop, and `close()` it at last, or enter it. `program` is the command line of such a process.
    """

    def __init__(
        self,
        guardian: Guardian | None = None,
        *,
        program: Sequence[str] | None = None,
        patience: Patience | None = None,
    ) -> None:
        self.patience = patience or Patience()
        self._guarding = GuardianSharing(guardian)
        self._guardian: Guardian | None = None
        self._guarded = False
        self._program = program
        self._quick = FairQueue(self.patience.quick)
        self._slow = FairQueue(self.patience.slow)
        self._idle: list[JudgeWorker] = []
        self._without: deque[HookAtOnce] = deque()  # hooks that have a place, and wait for any process to be idle
        self._every: set[JudgeWorker] = set()
        self._spare: asyncio.Task[None] | None = None
        self._validating = 0
        self._closed = False

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    @property
    def pids(self) -> tuple[int, ...]:
        """The processes that there are now, but for those that were killed."""
        return tuple(worker.pid for worker in self._every if worker.pid and not worker.killed)

    async def find(self, job: Job, whose: object = None) -> Finding:
        """Judge a text, validators and all. Never raises: what cannot be judged is asked about.

        `whose` says who has sent it: those who wait are served in turns, however many texts one of them has sent.
        """
        call = JudgeCall(job.said(), whose=whose)
        try:
            said, rest = await self._answer(call)
            if said["said"] == "asking":
                opinions = await self._opinions([read_question(each, said["text"]) for each in said["questions"]])
                call.said = {"do": "conclude", "opinions": [opinion(each) for each in opinions]}
                call.rest = rest
                said, _ = await self._answer(call)
            return Finding.read(said["finding"])
        except NoVerdict as error:
            reason = str(error)
        except Exception as error:  # the one boundary: whatever it is, nothing is allowed by it
            log.exception("judging")
            reason = f"it could not be judged: {error!r}"
        return Finding(str(unsure(call.default)), reason, policy="unknown")

    async def hook(
        self, asked: bytes, whose: object = None, decided: tuple[str, str] | None = None
    ) -> tuple[bytes, Any]:
        """Have the question of a hook answered, as it would answer by itself, and give what is recorded of it.

        `decided` is what a person has decided, and why: then that is spelled, and nothing is judged. Never raises. The
        record is what the process says, and is looked at before it is believed.
        """
        wanted = {"do": "hook"} if decided is None else {"do": "hook", "decision": decided[0], "because": decided[1]}
        try:
            said, answer = await self._answer(JudgeCall(wanted, asked, whose))
        except Exception as error:  # noqa: BLE001 -- a hook that has no answer judges by itself, or refuses
            return _no_answer(error)
        return answer, said.get("record")

    def hook_at_once(
        self, asked: bytes, whose: Callable[[], object], then: Callable[[bytes, Any], object]
    ) -> "HookAtOnce | None":
        """Do the same without a task, which most of it would cost; None: there is no process yet, nothing is begun.

        `whose` is asked only if it has to wait, or takes longer than most. `then` is called with the answer and the
        record, unless that is cancelled.
        """
        if self._closed or not self._every:
            return None
        return HookAtOnce(self, JudgeCall({"do": "hook"}, asked), whose, then)

    async def close(self) -> None:
        """End every process. What is being judged is not."""
        self._closed = True
        if self._spare is not None:
            self._spare.cancel()
            await asyncio.wait({self._spare})
        every = list(self._every)
        for worker in every:
            worker.kill()
        for worker in every:
            await worker.ended()
        if self._guarded:
            self._guarded = False
            await self._guarding.give_back()

    async def _opinions(self, questions: list[Question]) -> tuple[Opinion, ...]:
        if self._validating >= self.patience.validating:
            raise NoVerdict("too many texts wait for their validators")
        self._validating += 1
        try:
            return await Asker(guardian=self._guardian).ask_all(questions)
        finally:
            self._validating -= 1

    async def _answer(self, call: "JudgeCall", begun: "JudgeWorker | None" = None, *, placed: bool = False) -> "Said":
        """Give the answer to a call. `placed`: it has a place in the quick lane; `begun` is the process that has it."""
        worker = begun
        try:
            async with self._quick.taken() if placed else self._quick.turn(call.whose):
                if worker is None:
                    worker = await self._begin(call)
                    if await worker.answered(SPARE_S):
                        return self._done(worker)
                self._keep_spare()
                if await worker.answered(self.patience.quick_s - SPARE_S):
                    return self._done(worker)
                if self._slow.full:
                    worker.kill()  # the quick lane is needed: the text starts again in the slow lane
                    worker = None
                else:
                    await self._slow.acquire(call.whose)  # at once
            if worker is None:
                await self._slow_place(call.whose)
            try:
                if worker is None:
                    worker = await self._begin(call)
                seconds = self.patience.deadline_s
                answered = await worker.answered(seconds)
                if not answered and worker.loading:
                    seconds += self.patience.load_s
                    answered = await worker.answered(self.patience.load_s)
                if not answered:
                    raise NoVerdict(too_much(seconds))
                return self._done(worker)
            finally:
                self._slow.release()
        except BaseException:  # the deadline, or nobody wants to know any more
            if worker is not None:
                worker.kill()
            raise

    async def _slow_place(self, whose: object) -> None:
        try:
            async with asyncio.timeout(self.patience.waiting_s):
                await self._slow.acquire(whose)
        except TimeoutError:
            raise NoVerdict(f"{too_much(self.patience.quick_s)}, and others are being judged for longer") from None

    async def _begin(self, call: "JudgeCall") -> "JudgeWorker":
        """Give a call to a process that has nothing else to do."""
        self._check_open()
        while not self._idle and self._spare is not None and not self._spare.done():
            await asyncio.wait({self._spare})
            self._check_open()
        worker = self._next_idle() or await self._start()
        worker.ask(call)
        return worker

    def _check_open(self) -> None:
        if self._closed:
            raise NoVerdict("the gateway is stopping")

    def _next_idle(self) -> "JudgeWorker | None":
        while self._idle:
            worker = self._idle.pop()
            if worker.alive and not worker.killed:  # what was killed may not be gone yet
                return worker
        return None

    def _done(self, worker: "JudgeWorker") -> "Said":
        """Take the answer, and keep the process for whoever comes next.

        Raises:
            NoVerdict: it has broken its protocol after the answer.
        """
        said, rest = worker.answer()
        if said.get("last") or worker.calls >= self.patience.texts:
            worker.kill()
            self._keep_spare()
        elif worker.alive:
            self._give(worker)
        return said, rest

    def _give(self, worker: "JudgeWorker") -> None:
        """Give a process that has nothing to do to the hook that has waited longest for one, or keep it."""
        if self._without:
            self._without.popleft().begin(worker)
        else:
            self._idle.append(worker)

    def _keep_spare(self) -> None:
        """Have one more process started, if there is none for whoever comes next."""
        most = self.patience.quick + self.patience.slow
        starting = self._spare is not None and not self._spare.done()
        if not (self._idle or starting or self._closed) and len(self.pids) < most:
            self._spare = asyncio.get_running_loop().create_task(self._prepare())  # `close()` ends it

    async def _prepare(self) -> None:
        with suppress(NoVerdict):  # whoever needs it tries again, and is told
            self._give(await self._start())

    async def _start(self) -> "JudgeWorker":
        self._check_open()
        if not self._guarded:
            self._guarded = True
            self._guardian = self._guarding.take()
        worker = JudgeWorker(self._forget)
        argv = program() if self._program is None else self._program
        self._every.add(worker)  # from now on: `close()` waits for what is being started, too
        try:
            await worker.start(argv, self._guardian)
        except BaseException as error:
            self._every.discard(worker)
            if isinstance(error, (ExtensionNotStarted, OSError)):
                raise NoVerdict(f"{NAME} cannot be started: {error}") from error
            raise
        try:
            self._check_open()
            if not await worker.answered(self.patience.start_s):
                raise NoVerdict(f"{NAME} cannot be started: it is not ready after {self.patience.start_s:g} s")
            worker.answer()
        except BaseException:
            worker.kill()
            raise
        return worker

    def _forget(self, worker: "JudgeWorker") -> None:
        self._every.discard(worker)
        with suppress(ValueError):
            self._idle.remove(worker)


class HookAtOnce:
    """A hook's question that is answered without a task. What takes longer than most goes on as one.

    It waits in turns for a place in the quick lane, then for a process, and then for the answer.
    """

    __slots__ = ("_call", "_judges", "_loop", "_task", "_then", "_timer", "_turn", "_whose", "_worker")

    def __init__(
        self, judges: Judges, call: JudgeCall, whose: Callable[[], object], then: Callable[[bytes, Any], object]
    ) -> None:
        self._judges = judges
        self._call = call
        self._whose = whose
        self._then: Callable[[bytes, Any], object] | None = then
        self._loop = asyncio.get_running_loop()
        self._worker: JudgeWorker | None = None
        self._task: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._turn: Turn | None = None
        if judges._quick.take():
            self._placed()
        else:
            call.whose = whose()
            self._turn = judges._quick.line_up(call.whose, self._placed)

    def cancel(self) -> None:
        """Nobody wants to know any more. A process that is about to answer is left to do so."""
        self._then = None
        if self._task is not None:
            self._loop.call_soon(self._task.cancel)  # when it has begun: only then does it give its place back
        elif self._timer is None:
            if self._turn is not None:
                self._turn.cancel()
        elif self._worker is None:
            self._timer.cancel()
            self._judges._without.remove(self)
            self._judges._quick.release()

    def _placed(self) -> None:
        judges = self._judges
        worker = judges._next_idle()
        self._timer = self._loop.call_later(0 if judges._closed else SPARE_S, self._go_on)
        if worker is not None:
            self.begin(worker)
        else:  # most often one that is busy is done before another one has started
            judges._without.append(self)
            judges._keep_spare()

    def begin(self, worker: JudgeWorker) -> None:
        """Have it judged by a process that has nothing else to do."""
        self._worker = worker
        worker.ask(self._call, partial(self._told, worker))

    def _told(self, worker: JudgeWorker) -> None:
        if self._timer is not None:
            self._timer.cancel()
        try:
            said, answer = self._judges._done(worker)
            found = answer, said.get("record")
        except Exception as error:  # noqa: BLE001 -- as above
            worker.kill()
            found = _no_answer(error)
        finally:
            self._judges._quick.release()
        if self._then is not None:
            self._then(*found)

    def _go_on(self) -> None:
        if self._worker is None:
            self._judges._without.remove(self)
        else:
            self._worker.told = None
        self._call.whose = self._whose()
        self._task = self._loop.create_task(self._finish())
        if self._then is None:
            self.cancel()

    async def _finish(self) -> None:
        try:
            said, answer = await self._judges._answer(self._call, self._worker, placed=True)
            found = answer, said.get("record")
        except Exception as error:  # noqa: BLE001 -- as above
            found = _no_answer(error)
        if self._then is not None:
            self._then(*found)


def _no_answer(error: Exception) -> tuple[bytes, None]:
    """Say to a hook that it has to judge by itself, or to refuse."""
    if isinstance(error, NoVerdict):
        return hook_messages.message(hook_messages.REFUSED, str(error).encode()), None
    log.error("a hook", exc_info=error)
    return hook_messages.message(hook_messages.REFUSED, b"the gateway made a mistake"), None
