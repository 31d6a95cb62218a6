"""Runs a pipeline as root, through sudo, on a terminal that nobody else has.

One helper process (`sudo_session`) leads a session with a private pseudo-terminal. In it, `sudo -v` asks for the
password at most once, `sudo -n [K=V…] -- PROGRAM …` runs each stage, and `sudo -k` makes sudo forget at the end, in
every case. The password comes from a callback, goes to sudo's terminal, and is overwritten; it is never stored, and no
argument list or environment ever holds it.

What runs as root cannot simply be killed by us. sudo passes TERM on; the hang-up of the terminal reaches what it
started; KILL ends sudo itself. Then we look, and what is left is said, not hidden.
"""

import asyncio
import json
import os
import pty
import signal
import socket
import subprocess
import sys
import termios
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress

from wicket.gateway import sudo_session
from wicket.gateway.capture import CAP_BYTES, Capture
from wicket.gateway.execute import EndedStage, Outcome, StageNotStarted
from wicket.gateway.petition import Program
from wicket.gateway.process_table import descendants, living, members
from wicket.gateway.programs import changed
from wicket.host.exits import Exit, ExitWatch, reap

__all__ = ["PasswordDoor", "PrivilegedRun", "no_password"]

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


class PasswordDoor:
    """Where sudo's question goes. This one is of those who have no terminal: there is no password to be had."""

    async def ask(self, question: str) -> bytearray | None:
        """Have a person answer sudo's own question. None: nobody wants to. What is returned will be overwritten."""
        return None

    def over(self) -> None:
        """There will be no (more) question."""


no_password = PasswordDoor()


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
        cap_bytes: int = CAP_BYTES,
    ) -> None:
        """`env` is what the request itself sets, and all that sudo is asked to set."""
        self._pipeline = pipeline
        self._programs = programs
        self._sudo = sudo
        self._cwd = cwd
        self._env = env
        self._password = password
        self._cap_bytes = cap_bytes
        self._loop = asyncio.get_running_loop()
        self._news = asyncio.Event()  # something below has changed
        self._said = b""  # on the terminal, since the last answer
        self._heard = b""
        self._answers: dict[str, int] = {}  # of the helper: v, p, k
        self._ended: dict[int, int] = {}  # per stage: its code, or minus its signal
        self._group = 0
        self._gone = False
        self._answered = False  # a password was given
        self._failure = ""
        self._captures: list[Capture] = []  # each stage's stderr, then stdout

    def stop(self, failure: str) -> None:
        """End it now, for this reason."""
        self._failure = self._failure or failure
        self._news.set()

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
                started = self._loop.time()
                self._say("r")
                left = await self._finish(timeout_s)
                return await self._outcome(self._loop.time() - started, left)
            except asyncio.CancelledError:
                leave_s = 0.0  # the helper does the rest by itself
                raise
            finally:
                await self._leave(leave_s)

    # ── the helper ───────────────────────────────────────────────────────────

    def _start(self, ours: ExitStack) -> None:
        """Start the helper with everything that the stages will need; `ours` is what must be closed at last."""
        try:
            self._terminal, slave = pty.openpty()
            ours.callback(self._hang_up)
            # As long as we hold it, too, the terminal does not end between two of sudo's openings.
            self._slave = slave
            streams = self._streams(ours)
            self._control, theirs = socket.socketpair()
            ours.callback(self._control.close)
            with theirs:
                self._helper = subprocess.Popen(  # noqa: S603 - our own interpreter and our own file
                    [sys.executable, "-I", "-S", sudo_session.__file__, os.ttyname(slave)],
                    cwd=self._cwd,
                    env={"PATH": os.defpath, "LANG": "C.UTF-8", "TERM": "dumb"},
                    stdin=theirs.fileno(),
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    umask=0o077,
                    start_new_session=True,
                    pass_fds=[descriptor for stage in streams for descriptor in stage],
                )
        except OSError as error:
            raise StageNotStarted(0, len(self._pipeline), f"sudo: {error.strerror}") from error
        finally:
            self._close_theirs()
        self._watch = ExitWatch(self._helper.pid, self._helper_left)
        self._control.setblocking(False)
        self._loop.add_reader(self._control, self._hear)
        os.set_blocking(self._terminal, False)
        self._loop.add_reader(self._terminal, self._read_terminal)
        assignments = [f"{name}={value}" for name, value in self._env]
        stages = [
            # By its absolute path, which begins with a slash: neither an option nor an assignment. `--` says so again.
            {"argv": ["-n", *assignments, "--", program.path, *words[1:]], "streams": descriptors}
            for words, program, descriptors in zip(self._pipeline, self._programs, streams, strict=True)
        ]
        self._say(json.dumps({"sudo": self._sudo.path, "prompt": PROMPT, "stages": stages}))

    def _streams(self, ours: ExitStack) -> list[tuple[int, int, int]]:
        """Make the pipes of all stages; what the helper needs is closed by `_close_theirs`."""
        self._theirs: list[int] = []
        streams = []
        previous = os.open(os.devnull, os.O_RDONLY)
        self._theirs.append(previous)
        for index in range(len(self._pipeline)):
            reader, writer = os.pipe()
            self._theirs.append(writer)
            errors, their_errors = os.pipe()
            self._theirs.append(their_errors)
            self._capture(errors, ours)
            streams.append((previous, writer, their_errors))
            if index < len(self._pipeline) - 1:
                self._theirs.append(reader)
            else:
                self._capture(reader, ours)
            previous = reader
        return streams

    def _capture(self, descriptor: int, ours: ExitStack) -> None:
        capture = Capture(descriptor, self._news.set, self._overrun, self._cap_bytes)
        self._captures.append(capture)
        ours.callback(capture.close)

    def _overrun(self) -> None:
        """A stream was cut off, which ends most programs; those that do not care have until the timeout."""

    def _close_theirs(self) -> None:
        for descriptor in getattr(self, "_theirs", []):
            os.close(descriptor)
        self._theirs = []

    def _say(self, line: str) -> None:
        with suppress(OSError):  # it has left, which we learn elsewhere
            self._control.setblocking(True)  # a plan may be a megabyte long, and the helper reads at once
            self._control.sendall(line.encode() + b"\n")
        self._control.setblocking(False)

    def _hear(self) -> None:
        try:
            data = self._control.recv(65536)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self._loop.remove_reader(self._control)
        *lines, self._heard = (self._heard + data).split(b"\n")
        for line in lines:
            match line.decode().split():
                case ["r", group]:
                    self._group = int(group)
                case ["x", stage, code]:
                    self._ended[int(stage)] = int(code)
                case [name, code]:
                    self._answers[name] = int(code)
                case _:
                    pass
        self._news.set()

    def _helper_left(self, status: Exit) -> None:
        if self._control.fileno() >= 0:  # else we have left before it
            self._hear()
        self._gone = True
        self._news.set()
        reap(self._helper.pid)
        self._helper.returncode = 0

    def _read_terminal(self) -> None:
        try:
            data = os.read(self._terminal, 65536)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self._loop.remove_reader(self._terminal)
        self._said = (self._said + data)[-4096:]
        self._news.set()

    async def _until(self, condition: Callable[[], object], seconds: float) -> bool:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while not (condition() or self._gone):
                    self._news.clear()
                    await self._news.wait()
        return bool(condition())

    # ── the password ─────────────────────────────────────────────────────────

    async def _authenticated(self) -> bool:
        """Have sudo ready to run without a question, if a password is all that it takes.

        Without one, the stages are tried all the same: a rule may let them pass.
        """
        self._say("v")
        await self._until(lambda: "v" in self._answers or self._stopped(), ANSWER_S)
        if self._stopped():
            return False
        if "v" not in self._answers:
            self._failure = SILENT
            return False
        if self._answers["v"] == 0:
            return True
        self._said = b""
        self._say("p")
        while await self._until(lambda: self._asked() or "p" in self._answers or self._stopped(), ANSWER_S):
            if self._stopped():
                return False
            if "p" in self._answers:
                if self._answers["p"] == 0 or not self._answered:
                    return True
                self._failure = "sudo did not accept the password"
                return False
            question = self._said.decode(errors="replace").replace("\r", "").rpartition("\n")[2]
            secret = await self._password.ask(question)
            if secret is None or not _can_be_typed(secret):
                self._say("c")
                await self._until(lambda: "p" in self._answers, ANSWER_S)
                if secret is not None:
                    self._failure = "the password contains a control character, which a terminal would not pass on"
                return secret is None
            self._answered = True
            self._said = b""
            try:
                os.write(self._terminal, secret)
                os.write(self._terminal, b"\n")
            finally:
                secret[:] = bytes(len(secret))
        self._failure = SILENT
        return False

    def _stopped(self) -> bool:
        return bool(self._failure)

    def _asked(self) -> bool:
        """Whether sudo waits for a password: it has switched the echo off, and left a line open.

        No text is matched: modules ask what they like. After an answer there is an end of line first.
        """
        *before, line = self._said.split(b"\n")
        if not line or (self._answered and not before):
            return False
        try:
            return not termios.tcgetattr(self._slave)[3] & termios.ECHO
        except termios.error:
            return False

    # ── the end ──────────────────────────────────────────────────────────────

    def _all_ended(self) -> bool:
        return len(self._ended) == len(self._pipeline)

    async def _finish(self, timeout_s: float) -> tuple[int, ...]:
        """Wait for the stages, or end them, and say who is left."""
        if not await self._until(lambda: self._all_ended() or self._stopped(), timeout_s):
            what = "command" if len(self._pipeline) == 1 else "pipeline"
            late = f"{what} timed out after {timeout_s:g}s"
            self._failure = self._failure or (LOST if self._gone else late)
        if self._all_ended():
            await self._until(lambda: not any(capture.open for capture in self._captures), DRAIN_GRACE_S)
            return ()
        return await self._force()

    async def _force(self) -> tuple[int, ...]:
        family = self._family()
        self._signal(signal.SIGTERM)
        if not await self._until(self._all_ended, TERM_GRACE_S):
            family |= self._family()
            self._say("k")  # while there is a terminal for which to forget
            await self._until(lambda: "k" in self._answers, HANG_UP_GRACE_S)
            self._hang_up()
            self._signal(signal.SIGHUP)
            self._signal(signal.SIGQUIT)
            if not await self._until(self._all_ended, HANG_UP_GRACE_S):
                family |= self._family()
                self._signal(signal.SIGKILL)
        # The helper is no part of it, and has `sudo -k` to run.
        stages = {pid: started for pid, started in family.items() if pid != self._helper.pid}
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

    def _family(self) -> dict[int, int]:
        """All that runs in the helper's session or descends from it: sudo's monitor makes a session of its own."""
        return descendants(self._helper.pid) | members(self._helper.pid)

    def _signal(self, number: signal.Signals) -> None:
        if self._group and not self._all_ended():
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._group, number)

    def _hang_up(self) -> None:
        if self._terminal < 0:
            return
        self._loop.remove_reader(self._terminal)
        os.close(self._terminal)
        os.close(self._slave)
        self._terminal = self._slave = -1

    async def _leave(self, seconds: float) -> None:
        """Let the helper go: it ends what runs, and has sudo forget. Then nothing of it is left."""
        self._loop.remove_reader(self._control)
        with suppress(OSError):
            self._control.shutdown(socket.SHUT_WR)
        self._loop.add_reader(self._control, self._hear)
        await self._until(lambda: self._gone, seconds)
        self._loop.remove_reader(self._control)
        if not self._gone and seconds:
            self._helper.kill()
        self._helper.returncode = 0  # else Popen would complain that nobody waited; the watch reaps it

    def _refuse_changed(self) -> None:
        for index, program in enumerate((self._sudo, *self._programs)):
            if (objection := changed(program)) is not None:
                raise StageNotStarted(max(0, index - 1), len(self._pipeline), objection)

    def _unstarted(self) -> Outcome:
        return Outcome((), b"", False, 0.0, "", self._failure)

    async def _outcome(self, duration_s: float, left: tuple[int, ...]) -> Outcome:
        *stderrs, stdout = self._captures
        stages = tuple(
            _ended_stage(self._ended.get(index, -signal.SIGKILL), stderr) for index, stderr in enumerate(stderrs)
        )
        failure = self._failure
        if left:
            numbers = ", ".join(map(str, left))
            failure += f"; still running, and not to be ended by us: {numbers}; end it as root"
        return Outcome(stages, stdout.take(), stdout.truncated, duration_s, await stdout.digest(), failure, left)


def _ended_stage(code: int, stderr: Capture) -> EndedStage:
    killed_by = -code if code < 0 else 0
    return EndedStage(128 + killed_by if killed_by else code, killed_by, stderr.take(), stderr.truncated)


def _can_be_typed(secret: bytearray) -> bool:
    """A terminal takes control characters for its own."""
    return all(byte >= 0x20 and byte != 0x7F for byte in secret)
