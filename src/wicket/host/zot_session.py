"""Drives one zot extension: its hello, what it registers, and calls that always end.

Whatever the extension does, a call ends: with its answer, with a timeout, or in the moment the extension leaves. All
rules of the conversation live in `wire.zot`; all of its process in `zot_process`.
"""

import asyncio
import itertools
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol, TypeVar, cast

from msgspec import UNSET, UnsetType

from wicket.host.errors import ExtensionError, ExtensionGone, ExtensionNotStarted
from wicket.host.event_subscription import Subscription
from wicket.host.extension_log import ExtensionLog
from wicket.host.guardian_client import Guardian
from wicket.host.limits import Limits
from wicket.host.process_exit import Exit
from wicket.host.unanswered_calls import UnansweredCalls
from wicket.host.unreadable_lines import answers, subscribes
from wicket.host.zot_process import EXIT_NEWS_S, ZotConnection
from wicket.wire.errors import Fault, LocalProtocolError
from wicket.wire.zot.messages import (
    Cancel,
    CommandInvoked,
    CommandResponse,
    Event,
    EventIntercept,
    EventInterceptResponse,
    FromExtension,
    Hello,
    HelloAck,
    Notify,
    PanelClose,
    PanelKey,
    PanelRender,
    Ready,
    RegisterCommand,
    RegisterTool,
    ShutdownAck,
    Subscribe,
    ToolCall,
    ToolResult,
)

__all__ = ["ExtensionSilent", "Listener", "ZotExtension"]

Answer = TypeVar("Answer", ToolResult, CommandResponse, EventInterceptResponse)


class ExtensionSilent(ExtensionError):
    """It did not answer in time."""


class Listener(Protocol):
    """Whoever wants to know what an extension does of itself. Nothing here may wait, or raise."""

    def offered(self, extension: "ZotExtension", offer: RegisterCommand | RegisterTool, /) -> None: ...
    def notified(self, extension: "ZotExtension", note: Notify, /) -> None: ...
    def drew(self, extension: "ZotExtension", frame: PanelRender | PanelClose, /) -> None: ...
    def troubled(self, extension: "ZotExtension", sentence: str, /) -> None: ...
    def left(self, extension: "ZotExtension", why: ExtensionError, /) -> None: ...


class ZotExtension:
    """One extension, from its start to its end. It is not started twice; whoever starts it owes it a `stop()`."""

    __slots__ = (
        "__weakref__",
        "_cancels",
        "_dropped",
        "_greeting",
        "_ids",
        "_limits",
        "_link",
        "_listener",
        "_log",
        "_loop",
        "_news",
        "_ready",
        "_silences",
        "_strict",
        "_waiting",
        "name",
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
        self.name = name
        self.rank = rank  # its place among all
        self.version = ""  # as its hello says
        self.subscription = Subscription(strict=strict)
        self._greeting = greeting
        self._limits = limits
        self._listener = listener
        self._log = log
        self._loop = asyncio.get_running_loop()
        self._link = ZotConnection(name, limits, log, self._handle, self._ended)
        self._ids = itertools.count(1)
        self._waiting: dict[str, asyncio.Future[Any]] = {}
        self._news: asyncio.Event | None = None  # that it said hello, became ready or left: while it starts
        self._ready = False
        self._strict = strict
        self._cancels = False  # it wants to know which calls nobody waits for any more
        self._dropped = 0  # events since its queue was full
        self._silences = UnansweredCalls(limits.silences)

    @property
    def greeted(self) -> bool:
        """Whether it has said hello."""
        return self._link.greeted

    @property
    def alive(self) -> bool:
        """Whether it can be talked to."""
        return self._link.alive

    @property
    def stopping(self) -> bool:
        """Whether it was told to go."""
        return self._link.stopping

    @property
    def unresponsive(self) -> bool:
        """Whether it was silent so often in a row that nobody waits for it any more."""
        return self._silences.too_many

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
            if not await self._heard_by(deadline):
                reason = f"sent no hello within {self._limits.hello_s:g} s"
                self._link.finish(ExtensionNotStarted(self.name, reason))
        self._raise_if_over()

    async def _until_ready(self) -> None:
        """Wait for `ready`, or for a moment of silence, but never longer than the grace; for a strict one, not less."""
        latest = self._loop.time() + self._limits.ready_s
        while not self._ready and self._link.end is None:
            if self._strict:
                if not await self._heard_by(latest):
                    reason = f"did not say ready within {self._limits.ready_s:g} s, as one has to whose failing blocks"
                    self._link.finish(ExtensionNotStarted(self.name, reason))
                continue
            until = min(latest, self._link.heard_at + self._limits.idle_s)
            if self._loop.time() < until:
                await self._heard_by(until)
                continue
            why = "the grace is over" if until == latest else "it was silent"
            self._log.note(f"counts as ready without having said so: {why}")
            self._ready = True
        self._raise_if_over()

    async def _heard_by(self, deadline: float) -> bool:
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

    def _raise_if_over(self) -> None:
        if self._link.end is not None:
            # It may be raised often; the ways it went must not pile up in it.
            raise self._link.end.with_traceback(None)

    def _ended(self, why: ExtensionError) -> None:
        waiting, self._waiting = self._waiting, {}
        for answer in waiting.values():
            if not answer.done():
                answer.set_exception(why)
        self._tell_starter()
        self._listener.left(self, why)

    def _tell_starter(self) -> None:
        if self._news is not None:
            self._news.set()

    # ── calling ──────────────────────────────────────────────────────────────

    async def call_tool(self, tool: str, args: Mapping[str, Any]) -> ToolResult:
        """Call one of its tools.

        Raises:
            ExtensionError: it did not answer, and why.
        """
        call = ToolCall(str(next(self._ids)), tool, args if type(args) is dict else dict(args))
        return await self._call(ToolResult, call, self._limits.tool_s, "tool", tool)

    async def run_command(self, command: str, args: str) -> CommandResponse:
        """Run one of its commands.

        Raises:
            ExtensionError: it did not answer, and why.
        """
        call = CommandInvoked(str(next(self._ids)), command, args.strip())
        return await self._call(CommandResponse, call, self._limits.command_s, "command", command)

    async def intercept(
        self,
        event: str,
        *,
        step: int | UnsetType = UNSET,
        tool_id: str | UnsetType = UNSET,
        tool_name: str | UnsetType = UNSET,
        tool_args: Any = UNSET,
        text: str | UnsetType = UNSET,
    ) -> EventInterceptResponse:
        """Ask whether something may happen. One that was silent too often is not asked any more.

        Raises:
            ExtensionError: it did not answer, and why.
        """
        if self.unresponsive:
            raise ExtensionSilent(self.name, f"is unresponsive: it was silent {self._silences.count} times in a row")
        number = self._silences.ask()
        call = EventIntercept(str(next(self._ids)), event, step, tool_id, tool_name, tool_args, text)
        try:
            answer = await self._call(EventInterceptResponse, call, self._limits.intercept_s, "intercept", event)
        except ExtensionSilent:
            self._was_silent(number, call.id)
            raise
        if self._silences:
            self._answers_again()
        return answer

    def _was_silent(self, number: int, id: str) -> None:
        if self._silences.note(number, id):
            count = self._silences.count
            self._listener.troubled(
                self, f"was silent {count} times in a row and is not asked until it answers; reload it"
            )

    def _answers_again(self) -> None:
        if self.unresponsive:
            self._log.note("answers late, and is asked again")
        self._silences.forget()

    async def _call(
        self,
        expected: type[Answer],
        call: ToolCall | CommandInvoked | EventIntercept,
        seconds: float,
        kind: str,
        subject: str,
    ) -> Answer:
        self._raise_if_over()
        if not self._link.alive:
            raise ExtensionGone(self.name, "is not running")
        try:
            said = self._link.say(call)
        except LocalProtocolError as error:
            raise ExtensionError(self.name, f"cannot be sent: {error}") from error
        if not said and self._link.reads:
            self._link.forget(call.id)
            reason = f"does not read its input: {self._link.queued_bytes} bytes wait for it"
            raise ExtensionError(self.name, reason)
        answer = self._waiting[call.id] = self._loop.create_future()
        if said:
            timer = self._loop.call_later(seconds, self._expire, call.id, kind, subject, seconds)
        else:  # it has left, and the news of that tells more
            gone = ExtensionGone(self.name, "has closed its input")
            timer = self._loop.call_later(EXIT_NEWS_S, self._fail, call.id, gone)
        try:
            return cast(Answer, await answer)  # the connection lets no other kind pass
        finally:
            timer.cancel()
            if self._waiting.pop(call.id, None) is not None:  # cancelled: what comes late is dropped
                self._abandon(call.id)

    def _expire(self, id: str, kind: str, subject: str, seconds: float) -> None:
        reason = f"timeout: {kind} {subject!r} was not answered within {seconds:g} s"
        self._log.note(reason)
        self._fail(id, ExtensionSilent(self.name, reason))
        self._abandon(id)

    def _abandon(self, id: str) -> None:
        """Wait no longer for an answer, and say so to an extension that wants to know."""
        self._link.forget(id)
        if self._cancels and self._link.alive:
            self._link.say(Cancel(id))

    def _fail(self, id: str, error: ExtensionError) -> None:
        self._link.forget(id)
        answer = self._waiting.pop(id, None)
        if answer is not None and not answer.done():
            answer.set_exception(error)

    def tell(self, frame: Event | PanelKey | PanelClose) -> bool:
        """Say something that needs no answer. False: it was not said; what does not fit into its queue is dropped."""
        if not self._link.alive:
            return False
        try:
            said = self._link.say(frame)
        except LocalProtocolError as error:
            self._log.note(f"was not told of something: {error}")
            return False
        if said and self._dropped:
            self._log.note(f"reads again; {self._dropped} events were dropped")
            self._dropped = 0
        elif not said:
            self._dropped += 1
            if self._dropped == 1:
                self._listener.troubled(self, "does not read its input; events for it are dropped until it does")
        return said

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
            self._listener.troubled(self, f"calls itself {hello.name[:80]!r}; its manifest's name is used")
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
            self._listener.troubled(self, sentences[0])

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
