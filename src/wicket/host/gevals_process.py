"""One process of an operations extension: calls go in; answers, logs and complaints come out.

Each call ends in exactly one way: with its answer, with the extension's error, with an answer that is of no use, or
with the news that the extension is gone. How long to wait is for the caller to say; an answer that comes later than
that is dropped.
"""

import asyncio
import itertools
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from msgspec import UNSET

from wicket.displayed_text import excerpt
from wicket.host.child_process import KILL_GRACE_S, STOP_GRACE_S, TERM_GRACE_S, Child
from wicket.host.errors import ExtensionError, ExtensionGone, ExtensionNotStarted, ExtensionRefused
from wicket.host.guardian_client import Guardian
from wicket.host.pipes import tell
from wicket.host.process_exit import Exit
from wicket.host.stderr_capture import Stderr
from wicket.wire import gevals, go_durations
from wicket.wire.errors import Fault, LocalProtocolError, RemoteProtocolError
from wicket.wire.gevals import messages as said
from wicket.wire.gevals.connection import MAX_LINE_BYTES

__all__ = ["ACK_GRACE_S", "UnusableAnswer", "Worker"]

# How long the answer to `shutdown` may take.
ACK_GRACE_S = 5.0

# A process that closes a pipe is most often about to exit, and how it exits is the better news.
_LEAVING_GRACE_S = 0.2

# From this length on, extensions built with the Go SDK die of a line.
GO_LINE_BYTES = 64 * 1024

# How many messages are taken before others have their turn: about a millisecond of the worst of them.
BATCH = 256

# After so many complaints about one process, the rest would only hide them.
MAX_REPORTS = 100

# How the wire begins to say that a line was no message at all.
_NOISE = ("a blank line", "Parse error", "Invalid request")


class UnusableAnswer(ExtensionError):
    """It answered, but not with what was asked for. The reason names the field, where there is one."""


class Worker:
    """A running process. Make it with `start()`; whoever does so owes it a `stop()` or a `discard()`."""

    def __init__(
        self,
        extension: str,
        *,
        on_log: Callable[[said.LogEntry], object],
        on_report: Callable[[str], object],
        strict: bool,
        max_line_bytes: int,
    ) -> None:
        """Prepare it. For `start()`."""
        self.extension = extension
        self.gone: ExtensionGone | None = None  # why it can do nothing more, once that is so
        self._connection = gevals.host(max_line_bytes)
        self._child: Child
        self._on_log = on_log
        self._on_report = on_report
        self._strict = strict
        self._reports = 0
        self._behind = False  # more has come than was taken so far, and nothing is read meanwhile
        self._ids = itertools.count(1)
        self._waiting: dict[int | str, asyncio.Future[said.Initialized | said.Executed | ExtensionError]] = {}
        self._given_up: set[int | str] = set()  # calls that it has not answered and nobody waits for
        self._leaving: asyncio.TimerHandle | None = None
        self._left = asyncio.Event()  # it is gone, and we know how
        self._quiet = asyncio.Event()  # shutdown was acknowledged, or nobody is there to do so

    @classmethod
    async def start(
        cls,
        extension: str,
        argv: Sequence[str],
        *,
        cwd: Path,
        env: Mapping[str, str],
        on_log: Callable[[said.LogEntry], object],
        on_report: Callable[[str], object],
        stderr: Path | Stderr = Stderr.TAIL,
        guardian: Guardian | None = None,
        strict: bool = False,
        max_line_bytes: int = MAX_LINE_BYTES,
    ) -> "Worker":
        """Start the process.

        `on_log` gets its log lines, `on_report` sentences about what it does wrong. `strict`: a line that is no
        message ends it.

        Raises:
            ExtensionNotStarted: the program cannot be started.
        """
        worker = cls(extension, on_log=on_log, on_report=on_report, strict=strict, max_line_bytes=max_line_bytes)
        try:
            worker._child = await Child.start(
                extension,
                argv,
                cwd=cwd,
                env=env,
                stderr=stderr,
                on_data=worker._on_data,
                on_eof=worker._on_eof,
                on_exit=worker._on_exit,
                guardian=guardian,
            )
        except OSError as error:  # the loop takes no more descriptors
            raise ExtensionNotStarted(extension, f"it cannot be listened to: {error}") from error
        return worker

    @property
    def behind(self) -> bool:
        """Whether it has not answered yet what nobody waits for any longer: it may still be working on that."""
        return bool(self._given_up)

    # ── asking ───────────────────────────────────────────────────────────────

    async def initialize(self, config: Mapping[str, Any] | None) -> said.Manifest:
        """Ask who it is and what it can do.

        Raises:
            ExtensionError: it refused, is gone, or gave no manifest.
            LocalProtocolError: `config` cannot be written as JSON, or is too long.
        """
        settings = said.Settings(said.PROTOCOL_VERSION, UNSET if config is None else dict(config))
        id = next(self._ids)
        answer: said.Initialized = await self._call(id, said.Initialize(id=id, params=settings))
        return answer.result

    async def execute(self, step: said.Step, *, last: bool = False, cancel: bool = False) -> said.Outcome:
        """Have a step carried out. `last`: its input ends with this. `cancel`: tell it if nobody waits any longer.

        Raises:
            ExtensionError: it refused, is gone, or gave no usable answer.
            LocalProtocolError: the step cannot be written as JSON, or is too long.
        """
        id = next(self._ids)
        try:
            answer: said.Executed = await self._call(id, said.Execute(id=id, params=step), last=last)
        except asyncio.CancelledError:
            if cancel:
                self._say_cancel(id)
            raise
        return answer.result

    async def _call(self, id: int, call: said.Initialize | said.Execute, *, last: bool = False) -> Any:
        """Say it and wait for its answer, which is of the kind that the connection lets pass for this call."""
        if self._leaving is not None:  # in a moment it is known how it left
            await self._left.wait()
        if self.gone is not None:
            raise self.gone.with_traceback(None)
        line = self._connection.send(call)
        if len(line) >= GO_LINE_BYTES:
            self._report(f"is sent a line of {len(line)} bytes; extensions built with the Go SDK die of 65536 and more")
        answer = self._waiting[id] = asyncio.get_running_loop().create_future()
        try:
            await self._write(line)
            if last:
                self._child.close_stdin()
            settled = await answer
        finally:
            if self._waiting.pop(id, None) is not None:  # nobody has answered, and nobody waits any longer
                self._connection.forget(id)
                self._given_up.add(id)
        if isinstance(settled, ExtensionError):
            raise settled
        return settled

    def _say_cancel(self, id: int) -> None:
        with suppress(LocalProtocolError):  # shutdown was said
            self._child.write(self._connection.send(said.Cancel(params=said.Abandoned(id))))

    async def _write(self, line: bytes) -> None:
        while not self._child.write(line):
            if not self._child.writable:
                self._leave_soon("it has closed its stdin")
                return
            await self._child.drained()

    # ── listening ────────────────────────────────────────────────────────────

    def _on_data(self, data: bytes) -> None:
        self._connection.receive(data)
        self._listen()

    def _listen(self) -> None:
        """Take what has come, but never so much in one go that everybody else has to wait."""
        more = self._take_some()
        while more and self._child.status is not None:  # what the dead have left has an end, and must be read in time
            more = self._take_some()
        if more:
            asyncio.get_running_loop().call_soon(self._listen)
        if more != self._behind:
            self._behind = more
            self._child.pause() if more else self._child.resume()

    def _take_some(self) -> bool:
        """Take a batch of what has come, and say whether there may be more."""
        taken = 0
        with suppress(RemoteProtocolError):  # the end of its stream tells nothing that its exit does not tell better
            for heard in itertools.islice(self._connection.messages(), BATCH):
                self._take(heard)
                taken += 1
        return taken == BATCH

    def _on_eof(self) -> None:
        self._connection.receive_eof()
        while self._take_some():
            pass
        self._quiet.set()
        if self._child.status is None:
            self._leave_soon("it has closed its stdout")
        else:
            self._conclude()

    def _on_exit(self, _status: Exit) -> None:
        self._quiet.set()
        self._forget_timer()
        if self._behind:
            self._listen()  # its last words are still in the pipe; the end of its output follows them
        else:
            self._conclude()

    def _conclude(self) -> None:
        reason = "it left before it answered" if self._waiting else "it is no longer running"
        self._end(reason, self._child.status)

    def _take(self, heard: said.FromExtension | Fault[said.FromHost | said.Refused]) -> None:
        match heard:
            case said.Log(params=entry):
                tell(self._on_log, entry)
            case said.Initialized(id=id) | said.Executed(id=id):
                self._settle(id, heard)
            case said.Failed(id=id, error=error) | said.Refused(id=id, error=error):
                self._settle(id, ExtensionRefused(self.extension, error.code, error.message, _set(error.data)))
                if self._connection.state is gevals.State.CLOSING:
                    self._quiet.set()
            case said.Stopped():
                self._quiet.set()
            case Fault():
                self._take_fault(heard)

    def _take_fault(self, fault: Fault[said.FromHost | said.Refused]) -> None:
        if fault.reply is not None:
            self._child.write(self._connection.send(fault.reply))
        if self._reports < MAX_REPORTS:  # a flood of noise must not cost more than it must
            self._report(f"sent a line that was skipped {_quote(fault)}")
        if fault.id is not None:
            self._given_up.discard(fault.id)
            self._settle(fault.id, UnusableAnswer(self.extension, excerpt(fault.reason)))
        elif self._strict and fault.reply is None and fault.reason.startswith(_NOISE):
            self._end(f"it sent a line that is no message {_quote(fault)}", None)
            self._child.kill()

    def _settle(self, id: int | str | None, answer: said.Initialized | said.Executed | ExtensionError) -> None:
        waiting = self._waiting.pop(id, None) if id is not None else None
        if waiting is not None and not waiting.done():
            waiting.set_result(answer)

    def _report(self, sentence: str) -> None:
        self._reports += 1
        if self._reports < MAX_REPORTS:
            tell(self._on_report, sentence)
        elif self._reports == MAX_REPORTS:
            tell(self._on_report, "does so much that is wrong that no more of it is reported")

    # ── leaving ──────────────────────────────────────────────────────────────

    async def stop(
        self,
        *,
        ack_s: float = ACK_GRACE_S,
        grace_s: float = STOP_GRACE_S,
        term_grace_s: float = TERM_GRACE_S,
    ) -> None:
        """Say shutdown, wait for the acknowledgement, and end the process, politely at first.

        How it leaves after that is its own affair. Calls that are still waiting end now.
        """
        self._end("its session was closed", None)
        try:
            if self._child.status is None and self._say_shutdown():
                with suppress(TimeoutError):
                    async with asyncio.timeout(ack_s):
                        await self._quiet.wait()
                if not self._quiet.is_set():
                    self._report(f"did not acknowledge shutdown within {go_durations.render(ack_s)}")
        except BaseException:  # nobody waits for it to leave by itself
            self._child.kill()
            raise
        finally:
            await self.part(grace_s, term_grace_s)

    async def part(self, grace_s: float, term_grace_s: float) -> None:
        """Let it leave by itself after the last answer, and end it if it does not."""
        await self._child.stop(grace_s=grace_s, term_grace_s=term_grace_s)
        self._forget_timer()

    async def discard(self) -> None:
        """Kill the process and its group, and reap it."""
        self._child.kill()
        with suppress(TimeoutError):
            async with asyncio.timeout(KILL_GRACE_S):
                await self._child.ended()
        self._forget_timer()

    def _say_shutdown(self) -> bool:
        try:
            return self._child.write(self._connection.send(said.Shutdown(id=next(self._ids))))
        except LocalProtocolError:
            return False

    def _leave_soon(self, reason: str) -> None:
        """Take it for gone if it does not exit by itself in a moment."""
        if self._leaving is None and self.gone is None:
            self._leaving = asyncio.get_running_loop().call_later(_LEAVING_GRACE_S, self._give_up, reason)

    def _give_up(self, reason: str) -> None:
        self._end(reason, None)
        self._child.kill()

    def _forget_timer(self) -> None:
        if self._leaving is not None:
            self._leaving.cancel()

    def _end(self, reason: str, status: Exit | None) -> None:
        if self.gone is None:
            self.gone = ExtensionGone(self.extension, reason, status)
        self._left.set()
        for id in tuple(self._waiting):
            self._settle(id, self.gone)


def _quote(fault: Fault[said.FromHost | said.Refused]) -> str:
    return f"({excerpt(fault.reason)}): {excerpt(fault.line.decode(errors='replace'))}"


def _set(data: Any) -> Any:
    return None if data is UNSET else data
