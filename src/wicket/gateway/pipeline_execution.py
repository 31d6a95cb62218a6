"""Runs a pipeline of argument lists, without a shell, and says exactly how each stage ended.

Each stage leads a session and a process group of its own. All happens in callbacks of the loop: there is no task and no
thread to forget. An execution is over when every stage has exited and its streams have ended; what a stage left in
the background may hold a stream open for `DRAIN_GRACE_S`, and then is killed with the rest of its group. The leaders
stay unreaped until then, so that their numbers cannot be strangers'.

    running ──timeout or stop()──▸ TERM ──TERM_GRACE_S──▸ KILL ──▸ over, with what was said until then
"""

import asyncio
import os
import signal
import subprocess
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, nullcontext, suppress
from dataclasses import dataclass
from functools import partial

from wicket.gateway.errors import GatewayError
from wicket.gateway.executable_identity import changed
from wicket.gateway.output_capture import CAP_BYTES, Capture
from wicket.gateway.request_types import Program
from wicket.host.guardian_client import Guardian
from wicket.host.process_exit import Exit, ExitWatch, reap
from wicket.sandbox.prepared_command import Prepared, signals_kept_away

__all__ = ["EndedStage", "Execution", "Outcome", "Refused", "StageNotStarted", "start"]

# How long what a command left behind may go on talking once the command is over.
DRAIN_GRACE_S = 1.0

# How long a command may take to leave after TERM, and the kernel after KILL.
TERM_GRACE_S = 1.0
KILL_GRACE_S = 1.5

# How long a stage that was cut off for talking too much may take to notice.
CUT_OFF_GRACE_S = 0.5


class StageNotStarted(GatewayError):
    """A stage could not be started; those before it were ended."""

    def __init__(self, stage: int, of: int, reason: str) -> None:
        # The sentences are part of the protocol.
        single = f"failed to execute command: {reason}"
        super().__init__(single if of == 1 else f"failed to spawn pipeline stage {stage}: {reason}")
        self.stage = stage


@dataclass(frozen=True, slots=True)
class EndedStage:
    """How a stage ended. `exit_code` is 128 + `signal` where a signal ended it."""

    exit_code: int
    signal: int
    stderr: bytes | bytearray
    stderr_truncated: bool


@dataclass(frozen=True, slots=True)
class Refused:
    """What a stage failed for: its sandbox did not let it. `key` and `value` would; empty: no profile can."""

    sandbox: str
    line: str
    key: str = ""
    value: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of an execution. `failure` says why it was ended from outside; empty when it ended by itself.

    `left` are processes that nobody could end. `refused` is what the sandboxes of its stages did not let them do.
    """

    stages: tuple[EndedStage, ...]
    stdout: bytes | bytearray
    stdout_truncated: bool
    duration_s: float
    stdout_sha256: str
    failure: str = ""
    left: tuple[int, ...] = ()
    refused: tuple[Refused, ...] = ()


def start(
    pipeline: Sequence[Sequence[str]],
    programs: Sequence[Program],
    *,
    cwd: str,
    env: Mapping[str, str],
    guardian: Guardian | None = None,
    cap_bytes: int = CAP_BYTES,
    boxes: Sequence[Prepared] | None = None,
) -> "Execution":
    """Start every stage, each with its own program; whoever does so owes it a `finish()`.

    It does not wait: when it returns, all stages run, or the sandboxes in `boxes` are being built, one for each.

    Raises:
        StageNotStarted: one could not be, or its program is no longer the one that was looked up.
    """
    execution = Execution(cap_bytes)
    environ = {name.encode(): value.encode() for name, value in env.items()}
    try:
        execution._start(pipeline, programs, cwd, environ, guardian, boxes)
    except BaseException:
        execution._abandon()
        raise
    return execution


class Execution:
    """A running pipeline. Made by `start()`."""

    def __init__(self, cap_bytes: int = CAP_BYTES) -> None:
        self._cap_bytes = cap_bytes
        self._loop = asyncio.get_running_loop()
        self._started = self._loop.time()
        self._stages: list[_Stage] = []
        self._stdout: Capture | None = None
        self._timers: list[asyncio.TimerHandle] = []
        self._drain_timer: asyncio.TimerHandle | None = None
        self._failure = ""
        self._over = asyncio.Event()
        self._guardian: Guardian | None = None

    async def finish(self, timeout_s: float) -> Outcome:
        """Wait for the end, at most so long after the start, and say what came of it. Cancelled, it kills."""
        what = "command" if len(self._stages) == 1 else "pipeline"
        sentence = f"{what} timed out after {timeout_s:g}s"
        self._later(max(0.0, self._started + timeout_s - self._loop.time()), partial(self.stop, sentence))
        try:
            await self._over.wait()
        except BaseException:
            self._abandon()
            raise
        assert self._stdout is not None  # noqa: S101 - start() has returned
        duration_s = self._loop.time() - self._started
        return Outcome(
            tuple([await stage.ended() for stage in self._stages]),
            await self._stdout.take(),
            self._stdout.truncated,
            duration_s,
            self._stdout.digest(),
            self._failure,
            tuple(stage.pid for stage in self._stages if stage.status is None),
        )

    def stop(self, failure: str, term_grace_s: float = TERM_GRACE_S) -> None:
        """End it now, TERM first, for this reason. Harmless when it is over."""
        if self._over.is_set() or self._failure:
            return
        self._failure = failure
        self._signal(signal.SIGTERM)
        self._later(term_grace_s, partial(self._signal, signal.SIGKILL))
        # KILL is not refused, but the kernel may be busy with the dead.
        self._later(term_grace_s + KILL_GRACE_S, self._end)

    def abandon(self) -> None:
        """Kill everything; nobody waits for the outcome."""
        self._abandon()

    def _start(
        self,
        pipeline: Sequence[Sequence[str]],
        programs: Sequence[Program],
        cwd: str,
        env: Mapping[bytes, bytes],
        guardian: Guardian | None,
        boxes: Sequence[Prepared] | None,
    ) -> None:
        self._guardian = guardian
        of = len(pipeline)
        with ExitStack() as ours:  # what only the children need
            previous = ours.enter_context(open(os.devnull, "rb", buffering=0)).fileno()
            for index, (words, program) in enumerate(zip(pipeline, programs, strict=True)):
                if (objection := changed(program)) is not None:
                    raise StageNotStarted(index, of, objection)
                try:
                    reader, writer = os.pipe()
                    ours.callback(os.close, writer)
                    if index == of - 1:
                        cut_off = partial(self._cut_off, index)
                        self._stdout = Capture(reader, self._look, cut_off, self._cap_bytes)
                    else:
                        ours.callback(os.close, reader)
                    errors, their_errors = os.pipe()
                    ours.callback(os.close, their_errors)
                    stderr = Capture(errors, self._look, partial(self._cut_off, index), self._cap_bytes)
                    stage = _Stage(stderr, self._leader_exited)
                    self._stages.append(stage)
                    with guardian.expecting(writer) if guardian is not None else nullcontext():
                        box = boxes[index] if boxes else None
                        stage.spawn(words, program, cwd, env, (previous, writer, their_errors), box)
                        if guardian is not None:
                            guardian.watch(stage.pid)
                except (OSError, ValueError) as error:
                    raise StageNotStarted(index, of, _why(error, words[0])) from error
                previous = reader

    def _later(self, seconds: float, callback: Callable[[], object]) -> None:
        self._timers.append(self._loop.call_later(seconds, callback))

    def _signal(self, number: signal.Signals) -> None:
        for stage in self._stages:
            stage.signal(number)
        self._look()

    def _cut_off(self, index: int) -> None:
        # Closing its pipe ends most programs. Those that do not care are killed.
        self._later(CUT_OFF_GRACE_S, partial(self._stages[index].signal, signal.SIGKILL))

    def _leader_exited(self) -> None:
        if all(stage.status is not None for stage in self._stages):
            if self._stdout is not None:
                self._stdout.drain()
            self._drain_timer = self._loop.call_later(DRAIN_GRACE_S, self._end)
        self._look()

    def _look(self) -> None:
        """See whether it is over: every leader gone, every stream ended."""
        streams = [self._stdout, *(stage.stderr for stage in self._stages)]
        if all(stage.status is not None for stage in self._stages) and (
            self._failure or not any(stream is not None and stream.open for stream in streams)
        ):
            self._end()

    def _end(self) -> None:
        if self._over.is_set():
            return
        self._over.set()
        self._clear_away()

    def _clear_away(self) -> None:
        for timer in (*self._timers, self._drain_timer):
            if timer is not None:
                timer.cancel()
        for stage in self._stages:
            stage.clear_away(self._guardian)
        if self._stdout is not None:
            self._stdout.close()

    def _abandon(self) -> None:
        """Kill everything; nobody waits for the outcome."""
        if not self._over.is_set():
            self._over.set()
            self._clear_away()


class _Stage:
    """One process of a pipeline."""

    def __init__(self, stderr: Capture, on_exit: Callable[[], object]) -> None:
        self.stderr = stderr
        self.pid = 0  # not started
        self.status: Exit | None = None
        self._on_exit = on_exit
        self._cleared = False

    def spawn(
        self,
        words: Sequence[str],
        program: Program,
        cwd: str,
        env: Mapping[bytes, bytes],
        streams: tuple[int, int, int],
        box: Prepared | None = None,
    ) -> None:
        stdin, stdout, stderr = streams
        if box is not None:
            with signals_kept_away():
                self._process = subprocess.Popen(  # noqa: S603 - the same words, which go in by a descriptor
                    box.command,
                    env={},
                    stdin=stdin,
                    stdout=stdout,
                    stderr=stderr,
                    umask=0o077,
                    start_new_session=True,
                    pass_fds=box.descriptors,
                )
            box.spawned()
            self._watched()
            return
        # UTF-8 whatever our own locale is: the request came in it. vfork and exec take a millisecond.
        self._process = subprocess.Popen(  # noqa: S603 - the words are a list, and a person has seen them
            [word.encode() for word in words],
            executable=program.path.encode(),
            cwd=cwd.encode(),
            env=env,
            stdin=stdin,
            stdout=stdout,
            stderr=stderr,
            umask=0o077,
            start_new_session=True,
        )
        self._watched()

    def _watched(self) -> None:
        self.pid = self._process.pid
        self._watch = ExitWatch(self.pid, self._exited)

    def signal(self, number: signal.Signals) -> None:
        if self.pid and not self._cleared:
            with suppress(ProcessLookupError, PermissionError):  # nobody there, or a set-uid program
                os.killpg(self.pid, number)

    async def ended(self) -> EndedStage:
        status = self.status or Exit(signal=signal.SIGKILL)
        killed_by = status.signal or 0
        code = 128 + killed_by if killed_by else status.code if status.code is not None else 137
        return EndedStage(code, killed_by, await self.stderr.take(), self.stderr.truncated)

    def clear_away(self, guardian: Guardian | None) -> None:
        """Kill what is left of the group, then let go of its leader, in this order."""
        if self.pid and not self._cleared:
            self.signal(signal.SIGKILL)
            self._cleared = True
            if guardian is not None:
                guardian.forget(self.pid)
            if self.status is not None:
                reap(self.pid)
            self._process.returncode = 0  # else Popen would complain that nobody waited
        self.stderr.close()

    def _exited(self, status: Exit) -> None:
        self.stderr.drain()
        self.status = status
        if self._cleared:  # it took the kernel that long
            reap(self.pid)
        else:
            self._on_exit()


def _why(error: OSError | ValueError, word: str) -> str:
    return f"{word}: {error.strerror}" if isinstance(error, OSError) else f"{word}: {error}"
