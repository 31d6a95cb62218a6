"""Runs a pipeline as root, through sudo, on a terminal that nobody else has.

One helper process (`sudo_helper_process`) leads a session with a private pseudo-terminal. In it, `sudo -v` asks for
the password at most once, `sudo -n [K=V…] -- PROGRAM …` runs each stage, and `sudo -k` makes sudo forget at the end, in
every case. The password comes from a callback, goes to sudo's terminal, and is overwritten; it is never stored, and no
argument list or environment ever holds it.

What runs as root cannot simply be killed by us. sudo passes TERM on; the hang-up of the terminal reaches what it
started; KILL ends sudo itself. Then we look, and what is left is said, not hidden.
"""

import asyncio
import json
import os
import signal
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress

from wicket.gateway.executable_identity import changed
from wicket.gateway.output_capture import CAP_BYTES, Capture
from wicket.gateway.pipeline_execution import EndedStage, Outcome, StageNotStarted
from wicket.gateway.process_table import living
from wicket.gateway.request_types import Program
from wicket.gateway.sudo_helper_and_terminal import SudoHelper
from wicket.gateway.sudo_password_questions import PasswordDoor, no_password

__all__ = ["PrivilegedRun"]

SILENT = "sudo does not answer; see whether `sudo -v` works for you"

LOST = "the session in which sudo ran has ended unexpectedly; see whether something kills wicket's processes"

PROMPT = "password for %p: "

# How long to wait after TERM; after the hang-up; after KILL, on which sudo's monitor takes two seconds itself.
TERM_GRACE_S = 1.0
HANG_UP_GRACE_S = 0.5
KILL_GRACE_S = 3.0

# How long what a command left behind may go on talking.
DRAIN_GRACE_S = 1.0

# How long sudo may take to answer a question that needs no person, and the helper to leave.
ANSWER_S = 15.0
LEAVE_S = 6.0

# How long a person may take over a password: nobody else gets to be root meanwhile.
PASSWORD_S = 120.0


class PrivilegedRun:
    """One pipeline, to be run as root. Make it in a running loop, then `run()` it once."""

    def __init__(
        self,
        pipeline: Sequence[Sequence[str]],
        programs: Sequence[Program],
        *,
        sudo: Program,
        cwd: str,
        env: Sequence[tuple[str, str]],
        password: PasswordDoor = no_password,
        look: Callable[[], None] = lambda: None,
        cap_bytes: int = CAP_BYTES,
    ) -> None:
        """`env` is what the request itself sets, and all that sudo is asked to set.

        `look` is called in the last moment, and raises if it must not be run any more.
        """
        self._pipeline = pipeline
        self._programs = programs
        self._sudo = sudo
        self._cwd = cwd
        self._env = env
        self._password = password
        self._look = look
        self._cap_bytes = cap_bytes
        self._loop = asyncio.get_running_loop()
        self._helper = SudoHelper()
        self._failure = ""
        self._captures: list[Capture] = []  # each stage's stderr, then stdout

    def stop(self, failure: str) -> None:
        """End it now, for this reason."""
        self._failure = self._failure or failure
        self._helper.news.set()

    async def run(self, timeout_s: float) -> Outcome:
        """Run it, at most so long once it was started, and say what came of it.

        Raises:
            StageNotStarted: a program has changed, or sudo could not be started.
        """
        self._refuse_changed()
        with ExitStack() as ours:
            self._start(ours)
            leave_s = LEAVE_S
            try:
                if not await self._authenticated():
                    return self._unstarted()
                self._password.over()
                self._refuse_changed()  # typing a password takes a while
                self._look()
                started = self._loop.time()
                self._helper.say("r")
                left = await self._finish(timeout_s)
                return await self._outcome(self._loop.time() - started, left)
            except asyncio.CancelledError:
                leave_s = 0.0  # the helper does the rest by itself
                raise
            finally:
                await self._helper.leave(leave_s)

    # ── the start ────────────────────────────────────────────────────────────

    def _start(self, ours: ExitStack) -> None:
        """Start the helper with everything that the stages will need; `ours` is what must be closed at last."""
        theirs: list[int] = []
        try:
            streams = self._streams(ours, theirs)
            self._helper.start(ours, self._cwd, [descriptor for stage in streams for descriptor in stage])
        except OSError as error:
            raise StageNotStarted(0, len(self._pipeline), f"sudo: {error.strerror}") from error
        finally:
            for descriptor in theirs:
                os.close(descriptor)
        assignments = [f"{name}={value}" for name, value in self._env]
        stages = [
            # By its absolute path, which begins with a slash: neither an option nor an assignment. `--` says so again.
            {"argv": ["-n", *assignments, "--", program.path, *words[1:]], "streams": descriptors}
            for words, program, descriptors in zip(self._pipeline, self._programs, streams, strict=True)
        ]
        self._helper.say(json.dumps({"sudo": self._sudo.path, "prompt": PROMPT, "stages": stages}))

    def _streams(self, ours: ExitStack, theirs: list[int]) -> list[tuple[int, int, int]]:
        """Make the pipes of all stages; what only the helper needs goes to `theirs`."""
        streams = []
        previous = os.open(os.devnull, os.O_RDONLY)
        theirs.append(previous)
        for index in range(len(self._pipeline)):
            reader, writer = os.pipe()
            theirs.append(writer)
            errors, their_errors = os.pipe()
            theirs.append(their_errors)
            self._capture(errors, ours)
            streams.append((previous, writer, their_errors))
            if index < len(self._pipeline) - 1:
                theirs.append(reader)
            else:
                self._capture(reader, ours)
            previous = reader
        return streams

    def _capture(self, descriptor: int, ours: ExitStack) -> None:
        capture = Capture(descriptor, self._helper.news.set, self._overrun, self._cap_bytes)
        self._captures.append(capture)
        ours.callback(capture.close)

    def _overrun(self) -> None:
        """A stream was cut off, which ends most programs; those that do not care have until the timeout."""

    def _refuse_changed(self) -> None:
        for index, program in enumerate((self._sudo, *self._programs)):
            if (objection := changed(program)) is not None:
                raise StageNotStarted(max(0, index - 1), len(self._pipeline), objection)

    # ── the password ─────────────────────────────────────────────────────────

    async def _authenticated(self) -> bool:
        """Have sudo ready to run without a question, if a password is all that it takes.

        Without one, the stages are tried all the same: a rule may let them pass.
        """
        helper = self._helper
        answers = helper.answers
        helper.say("v")
        await helper.until(lambda: "v" in answers or self._stopped(), ANSWER_S)
        if self._stopped():
            return False
        if "v" not in answers:
            self._failure = SILENT
            return False
        if answers["v"] == 0:
            return True
        helper.forget_said()
        helper.say("p")
        while await helper.until(lambda: helper.asks or "p" in answers or self._stopped(), ANSWER_S):
            if self._stopped():
                return False
            if "p" in answers:
                if answers["p"] == 0 or not helper.answered:
                    return True
                self._failure = "sudo did not accept the password"
                return False
            secret = await self._given(helper.question)
            if secret is None or not _can_be_typed(secret):
                helper.say("c")
                await helper.until(lambda: "p" in answers, ANSWER_S)
                if secret is not None:
                    self._failure = "the password contains a control character, which a terminal would not pass on"
                return secret is None and not self._stopped()
            helper.type_in(secret)
        self._failure = SILENT
        return False

    async def _given(self, question: str) -> bytearray | None:
        """Have a person give the password. None: nobody wants to, or not in time, or all of this was stopped."""
        async with asyncio.TaskGroup() as group:
            asking = group.create_task(self._password.ask(question))
            asking.add_done_callback(lambda _: self._helper.news.set())
            await self._helper.until(lambda: asking.done() or self._stopped(), PASSWORD_S)
            asking.cancel()
        return None if asking.cancelled() else asking.result()

    def _stopped(self) -> bool:
        return bool(self._failure)

    # ── the end ──────────────────────────────────────────────────────────────

    def _all_ended(self) -> bool:
        return len(self._helper.ended) == len(self._pipeline)

    async def _finish(self, timeout_s: float) -> tuple[int, ...]:
        """Wait for the stages, or end them, and say who is left."""
        helper = self._helper
        if not await helper.until(lambda: self._all_ended() or self._stopped(), timeout_s):
            what = "command" if len(self._pipeline) == 1 else "pipeline"
            late = f"{what} timed out after {timeout_s:g}s"
            self._failure = self._failure or (LOST if helper.gone else late)
        if self._all_ended():
            await helper.until(lambda: not any(capture.open for capture in self._captures), DRAIN_GRACE_S)
            return ()
        return await self._force()

    async def _force(self) -> tuple[int, ...]:
        helper = self._helper
        family = helper.family()
        self._signal(signal.SIGTERM)
        if not await helper.until(self._all_ended, TERM_GRACE_S):
            family |= helper.family()
            helper.say("k")  # while there is a terminal for which to forget
            await helper.until(lambda: "k" in helper.answers, HANG_UP_GRACE_S)
            helper.hang_up()
            self._signal(signal.SIGHUP)
            self._signal(signal.SIGQUIT)
            if not await helper.until(self._all_ended, HANG_UP_GRACE_S):
                family |= helper.family()
                self._signal(signal.SIGKILL)
        # The helper is no part of it, and has `sudo -k` to run.
        stages = {pid: started for pid, started in family.items() if pid != helper.pid}
        deadline = self._loop.time() + KILL_GRACE_S
        while left := living(stages):
            for pid in left:
                with suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, signal.SIGKILL)
            if self._loop.time() > deadline:
                break
            await asyncio.sleep(0.02)
        for capture in self._captures:
            capture.drain()
        return tuple(left)

    def _signal(self, number: signal.Signals) -> None:
        if not self._all_ended():
            self._helper.signal(number)

    def _unstarted(self) -> Outcome:
        return Outcome((), b"", False, 0.0, "", self._failure)

    async def _outcome(self, duration_s: float, left: tuple[int, ...]) -> Outcome:
        *stderrs, stdout = self._captures
        ended = self._helper.ended
        stages = tuple(
            [await _ended_stage(ended.get(index, -signal.SIGKILL), stderr) for index, stderr in enumerate(stderrs)]
        )
        failure = self._failure
        if left:
            numbers = ", ".join(map(str, left))
            failure += f"; still running, and not to be ended by us: {numbers}; end it as root"
        return Outcome(stages, await stdout.take(), stdout.truncated, duration_s, stdout.digest(), failure, left)


async def _ended_stage(code: int, stderr: Capture) -> EndedStage:
    killed_by = -code if code < 0 else 0
    return EndedStage(128 + killed_by if killed_by else code, killed_by, await stderr.take(), stderr.truncated)


def _can_be_typed(secret: bytearray) -> bool:
    """A terminal takes control characters for its own."""
    return all(byte >= 0x20 and byte != 0x7F for byte in secret)
