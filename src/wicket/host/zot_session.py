"""Drives one zot extension: starts it, waits for its hello, takes in what it says and registers.

All rules of the conversation live in `wire.zot`, all of its process in `zot_process`, calls that always end in
`zot_calls`.
"""

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from wicket.host.errors import ExtensionError, ExtensionNotStarted
from wicket.host.event_subscription import Subscription
from wicket.host.extension_limits import Limits
from wicket.host.extension_log import ExtensionLog
from wicket.host.guardian_client import Guardian
from wicket.host.process_exit import Exit
from wicket.host.unreadable_lines import answers, subscribes
from wicket.host.zot_calls import ZotCalls
from wicket.wire.errors import Fault
from wicket.wire.zot.messages import (
    CommandResponse,
    EventInterceptResponse,
    FromExtension,
    Hello,
    HelloAck,
    Notify,
    PanelClose,
    PanelRender,
    Ready,
    RegisterCommand,
    RegisterTool,
    ShutdownAck,
    Subscribe,
    ToolResult,
)

__all__ = ["Listener", "ZotExtension"]


class Listener(Protocol):
    """Whoever wants to know what an extension does of itself. Nothing here may wait, or raise."""

    def offered(self, extension: "ZotExtension", offer: RegisterCommand | RegisterTool, /) -> None: ...
    def notified(self, extension: "ZotExtension", note: Notify, /) -> None: ...
    def drew(self, extension: "ZotExtension", frame: PanelRender | PanelClose, /) -> None: ...
    def troubled(self, extension: "ZotExtension", sentence: str, /) -> None: ...
    def left(self, extension: "ZotExtension", why: ExtensionError, /) -> None: ...


class ZotExtension(ZotCalls):
    """One extension, from its start to its end. It is not started twice; whoever starts it owes it a `stop()`."""

    __slots__ = (
        "_greeting",
        "_listener",
        "_news",
        "_ready",
        "_strict",
        "rank",
        "subscription",
        "version",
    )

    def __init__(
        self,
        name: str,
        rank: tuple[int, str],
        greeting: HelloAck,
        limits: Limits,
        listener: Listener,
        log: ExtensionLog,
        *,
        strict: bool = False,
    ) -> None:
        """Prepare one that is not started yet. `strict`: its failing blocks, so nothing good is presumed of it."""
        super().__init__(name, limits, log)
        self.rank = rank  # its place among all
        self.version = ""  # as its hello says
        self.subscription = Subscription(strict=strict)
        self._greeting = greeting
        self._listener = listener
        self._news: asyncio.Event | None = None  # that it said hello, became ready or left: while it starts
        self._ready = False
        self._strict = strict

    @property
    def greeted(self) -> bool:
        """Whether it has said hello."""
        return self._link.greeted

    @property
    def stopping(self) -> bool:
        """Whether it was told to go."""
        return self._link.stopping

    # ── beginning and ending ─────────────────────────────────────────────────

    async def start(
        self, argv: Sequence[str], *, cwd: Path, env: Mapping[str, str], guardian: Guardian | None = None
    ) -> None:
        """Start the process, and return when the extension is ready.

        Raises:
            ExtensionError: it cannot be started, did not say hello properly or in time, or left before it was ready.
                Nothing is left of it.
        """
        self._news = asyncio.Event()
        try:
            await self._link.open(argv, cwd, env, guardian)
            await self._until_greeted()
            await self._until_ready()
        except BaseException:
            await self._link.kill()
            raise
        finally:
            self._news = None

    async def stop(self) -> Exit | None:
        """Say goodbye and see that it goes, with everything it started. Calls in hand may still be answered."""
        return await self._link.stop()

    async def _until_greeted(self) -> None:
        deadline = self._loop.time() + self._limits.hello_s
        while not self._link.greeted and self._link.end is None:
            if not await self._heard_of_extension_by(deadline):
                reason = f"sent no hello within {self._limits.hello_s:g} s"
                self._link.finish(ExtensionNotStarted(self.name, reason))
        self._raise_if_over()

    async def _until_ready(self) -> None:
        """Wait for `ready`, or for a moment of silence, but never longer than the grace; for a strict one, not less."""
        latest = self._loop.time() + self._limits.ready_s
        while not self._ready and self._link.end is None:
            if self._strict:
                if not await self._heard_of_extension_by(latest):
                    reason = f"did not say ready within {self._limits.ready_s:g} s, as one has to whose failing blocks"
                    self._link.finish(ExtensionNotStarted(self.name, reason))
                continue
            until = min(latest, self._link.heard_at + self._limits.idle_s)
            if self._loop.time() < until:
                await self._heard_of_extension_by(until)
                continue
            why = "the grace is over" if until == latest else "it was silent"
            self._log.note(f"counts as ready without having said so: {why}")
            self._ready = True
        self._raise_if_over()

    async def _heard_of_extension_by(self, deadline: float) -> bool:
        """Wait for news until then, and say whether there were any."""
        if self._news is None:
            return False
        self._news.clear()
        try:
            async with asyncio.timeout_at(deadline):
                await self._news.wait()
        except TimeoutError:
            return False
        return True

    def _ended(self, why: ExtensionError) -> None:
        waiting, self._waiting = self._waiting, {}
        for answer in waiting.values():
            if not answer.done():
                answer.set_exception(why)
        self._tell_starter()
        self._listener.left(self, why)

    def _trouble(self, sentence: str) -> None:
        self._listener.troubled(self, sentence)

    def _tell_starter(self) -> None:
        if self._news is not None:
            self._news.set()

    # ── listening ────────────────────────────────────────────────────────────

    def _handle(self, message: FromExtension | Fault[Any]) -> bool:
        """Take in one message, and say whether it is the answer to a question."""
        match message:
            case ToolResult() | CommandResponse() | EventInterceptResponse():
                answer = self._waiting.pop(message.id, None)
                if answer is not None and not answer.done():
                    answer.set_result(message)
                return True
            case Notify():
                self._listener.notified(self, message)
            case PanelRender() | PanelClose():
                self._listener.drew(self, message)
            case RegisterCommand() | RegisterTool():
                self._listener.offered(self, message)
            case Subscribe():
                self._subscribe(message)
            case Hello():
                self._greet(message)
            case Ready():
                self._ready = True
                self._tell_starter()
            case ShutdownAck():
                pass
            case Fault():
                self._fault(message)
        return False

    def _greet(self, hello: Hello) -> None:
        self.version = hello.version
        self._cancels = "cancel" in (hello.capabilities or ())
        if hello.name != self.name:
            self._trouble(f"calls itself {hello.name[:80]!r}; its manifest's name is used")
        if self._link.alive:
            self._link.say(self._greeting)
        self._tell_starter()

    def _subscribe(self, wish: Subscribe) -> None:
        was_clear = not self.subscription.unclear
        self._in_vain(self.subscription.take(wish), was_clear)

    def _in_vain(self, sentences: Sequence[str], was_clear: bool) -> None:
        """Note what it subscribes to in vain; of one whose failing blocks, everybody has to know, and once."""
        if not self._strict:
            for sentence in sentences:
                self._log.complain(sentence)
        elif sentences and was_clear:
            self._trouble(sentences[0])

    def _fault(self, fault: Fault[Any]) -> None:
        self._log.fault(fault.reason, fault.line)
        if self._strict and subscribes(fault.line):
            was_clear = not self.subscription.unclear
            self.subscription.miss()
            self._in_vain([f"subscribes in a way that cannot be read: {fault.reason}"], was_clear)
        id = fault.id if isinstance(fault.id, str) else answers(fault.line)
        if id in self._silences:
            self._answers_again()
        elif id in self._waiting:
            self._fail(id, ExtensionError(self.name, f"its answer cannot be read: {fault.reason}"))
