"""A zot extension's process and the conversation with it, held together: frames go out in order, frames come in.

Nothing here waits for the extension. What is said goes through the one queue of its child; what comes is handed on as
it arrives, but one that talks without being asked is given a rest now and then, so that it costs the others nothing.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from wicket.displayed_text import one_line
from wicket.host.child_process import KILL_GRACE_S, Child
from wicket.host.errors import ExtensionError, ExtensionGone, ExtensionNotStarted
from wicket.host.extension_limits import Limits
from wicket.host.extension_log import ExtensionLog
from wicket.host.guardian_client import Guardian
from wicket.host.pipes import CHUNK_BYTES
from wicket.host.process_exit import Exit
from wicket.wire import zot
from wicket.wire.errors import Fault, RemoteProtocolError
from wicket.wire.zot.messages import FromExtension, FromHost, Shutdown, ShutdownAck

__all__ = ["EXIT_NEWS_S", "ZotConnection"]

# Between the end of a leaving extension's pipes and the news of its exit.
EXIT_NEWS_S = 0.5


class ZotConnection:
    """One process that speaks zot's protocol.

    `on_message` gets everything it says, and says itself whether somebody had asked for that. `on_end` is called once,
    when the conversation is over, with the reason.
    """

    __slots__ = (
        "_acknowledged",
        "_budget",
        "_budget_since",
        "_bytes",
        "_child",
        "_connection",
        "_limits",
        "_log",
        "_loop",
        "_on_end",
        "_on_message",
        "_stalled",
        "_timer",
        "end",
        "greeted",
        "heard_at",
        "name",
        "stopping",
    )

    def __init__(
        self,
        name: str,
        limits: Limits,
        log: ExtensionLog,
        on_message: Callable[[FromExtension | Fault[Any]], bool],
        on_end: Callable[[ExtensionError], object],
    ) -> None:
        self.name = name
        self.greeted = False  # it has said something that could be understood: its hello
        self.stopping = False  # it was told to go
        self.end: ExtensionError | None = None  # why it is over
        self.heard_at = 0.0  # when it last said something
        self._limits = limits
        self._log = log
        self._on_message = on_message
        self._on_end = on_end
        self._loop = asyncio.get_running_loop()
        self._connection = zot.host(limits.max_line_bytes)
        self._child: Child | None = None
        self._acknowledged = False
        self._stalled = False  # its queue was full, and has not become half empty since
        self._budget = limits.burst  # frames that it may still say unasked
        self._budget_since = 0.0
        self._bytes = 0  # that it has said since then, or since its last answer
        self._timer: asyncio.TimerHandle | None = None  # while it rests, or its exit is awaited

    async def open(self, argv: Sequence[str], cwd: Path, env: Mapping[str, str], guardian: Guardian | None) -> None:
        """Start the process.

        Raises:
            ExtensionNotStarted: it cannot be started.
        """
        try:
            self._child = await Child.start(
                self.name,
                argv,
                cwd=cwd,
                env=env,
                stderr=self._log.path,
                on_data=self._heard,
                on_eof=self._output_ended,
                on_exit=self._exited,
                guardian=guardian,
                max_queued_bytes=self._limits.max_queued_bytes,
            )
        except ExtensionNotStarted as error:
            self.finish(error)
            raise

    @property
    def alive(self) -> bool:
        """Whether it can be talked to."""
        return self._child is not None and self.end is None and not self.stopping

    # ── talking and listening ────────────────────────────────────────────────

    def say(self, frame: FromHost) -> bool:
        """Say something, now or as soon as it reads. False: nothing was said, for it has too much to read already.

        Once that is so, it stays so until half of it is read: else the short frames would overtake the long ones.

        Raises:
            LocalProtocolError: that may not be said now, or not at all.
        """
        child = self._child
        if self._stalled and child is not None and child.queued_bytes > self._limits.max_queued_bytes // 2:
            return False
        line = self._connection.send(frame)
        said = child is not None and child.write(line)
        self._stalled = not said
        return said

    def forget(self, id: str) -> None:
        """Wait no longer for an answer; if it comes after all, it is a fault."""
        self._connection.forget(id)

    @property
    def queued_bytes(self) -> int:
        """How much it has not read yet."""
        return 0 if self._child is None else self._child.queued_bytes

    @property
    def reads(self) -> bool:
        """Whether its input is open, as far as we know."""
        return self._child is not None and self._child.writable

    def _heard(self, data: bytes) -> None:
        self._connection.receive(data)
        self._bytes += len(data)
        if self._timer is None:
            self._take()

    def _take(self) -> None:
        """Hand on what has arrived. What nobody asked for is heard up to a budget, the rest after a pause."""
        now = self.heard_at = self._loop.time()
        if now - self._budget_since >= self._limits.burst_pause_s:
            self._budget, self._budget_since = self._limits.burst, now
            self._bytes = min(self._bytes, CHUNK_BYTES)  # what came just now
        try:
            for message in self._connection.messages():
                if self._hand_on(message):
                    self._bytes = 0
                    continue
                self._budget -= 1
                if self._budget <= 0:
                    self._rest()
                    return
        except RemoteProtocolError as error:
            self.break_off(error)
        if self._bytes > self._limits.burst_bytes:
            self._rest()

    def _hand_on(self, message: FromExtension | Fault[Any]) -> bool:
        self.greeted = True
        if type(message) is ShutdownAck:
            self._acknowledged = True
        return self._on_message(message)

    def _rest(self) -> None:
        if self._child is not None and self.end is None:
            self._child.pause()
            self.heard_at = self._loop.time() + self._limits.burst_pause_s  # the silence until then is ours
            self._timer = self._loop.call_later(self._limits.burst_pause_s, self._listen_again)

    def _listen_again(self) -> None:
        self._timer = None
        self._budget_since = self._bytes = 0
        if self._child is not None:
            self._child.resume()
        self._take()

    # ── ending ───────────────────────────────────────────────────────────────

    async def stop(self) -> Exit | None:
        """Say goodbye and see that it goes, with everything it started. Calls in hand may still be answered."""
        child = self._child
        if child is None:
            return None
        try:
            if self.alive:
                self.stopping = True
                child.write(self._connection.send(Shutdown()))
                child.close_stdin()
                if not await _exits_within(self._limits.stop_s, child) and self._acknowledged:
                    await _exits_within(self._limits.acknowledged_s, child)
            return await child.stop(grace_s=0, term_grace_s=self._limits.term_s)
        except BaseException:
            child.kill()
            raise

    async def kill(self) -> None:
        """End it at once, and wait until nothing is left of it."""
        if self._child is not None:
            self._child.kill()
            with suppress(TimeoutError):  # the kernel has its reasons; it is reaped as soon as it is let go
                async with asyncio.timeout(KILL_GRACE_S):
                    await self._child.ended()

    def break_off(self, error: RemoteProtocolError) -> None:
        """End a conversation that cannot go on, and the process with it."""
        shown = f": {error.line.decode(errors='backslashreplace')}" if error.line else ""
        kind = ExtensionGone if self.greeted else ExtensionNotStarted
        self.finish(kind(self.name, one_line(f"{error}{shown}")))
        if self._child is not None:
            self._child.kill()

    def finish(self, why: ExtensionError) -> None:
        """Let everybody know that it is over; the first reason counts."""
        if self.end is not None:
            return
        self.end = why
        self._cancel_timer()
        self._log.note(why.reason)
        self._on_end(why)

    def _output_ended(self) -> None:
        """Learn that it will say no more. If it has left, the news of that is on the way, and tells more."""
        if self.alive and self._child is not None and self._child.status is None:
            self._cancel_timer()
            self._timer = self._loop.call_later(EXIT_NEWS_S, self._closed_output)

    def _closed_output(self) -> None:
        self._timer = None
        self.break_off(RemoteProtocolError("closed its output"))

    def _exited(self, status: Exit) -> None:
        if self._child is not None:  # it may have been resting: its last words are in the pipe
            self._child.drain()
        self._cancel_timer()
        self._connection.receive_eof()
        with suppress(RemoteProtocolError):  # that it left in the middle is what we are about to say
            for message in self._connection.messages():
                self._hand_on(message)
        # One that was told to go need not explain itself.
        last_lines = () if self.stopping else self._log.theirs(status.last_lines)
        shown = replace(status, last_lines=last_lines)
        if self.greeted:
            self.finish(ExtensionGone(self.name, "exited", shown))
        else:
            self.finish(ExtensionNotStarted(self.name, "exited before its hello", shown))

    def _cancel_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


async def _exits_within(seconds: float, child: Child) -> bool:
    try:
        async with asyncio.timeout(seconds):
            await child.exited()
    except TimeoutError:
        return False
    return True
