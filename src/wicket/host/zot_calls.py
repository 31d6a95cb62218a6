"""Calls to one zot extension: each ends with its answer, with a timeout, or in the moment the extension leaves."""

import asyncio
import itertools
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from msgspec import UNSET, UnsetType

from wicket.host.errors import ExtensionError, ExtensionGone
from wicket.host.extension_limits import Limits
from wicket.host.extension_log import ExtensionLog
from wicket.host.unanswered_calls import UnansweredCalls
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
    PanelClose,
    PanelKey,
    ToolCall,
    ToolResult,
)

__all__ = ["Answer", "ExtensionSilent", "ZotCalls"]

Answer = TypeVar("Answer", ToolResult, CommandResponse, EventInterceptResponse)


class ExtensionSilent(ExtensionError):
    """It did not answer in time."""


class ZotCalls:
    """Calls over one connection. Whoever starts, greets and hears the extension is a subclass."""

    __slots__ = (
        "__weakref__",
        "_cancels",
        "_dropped",
        "_ids",
        "_limits",
        "_link",
        "_log",
        "_loop",
        "_silences",
        "_waiting",
        "name",
    )

    def __init__(self, name: str, limits: Limits, log: ExtensionLog) -> None:
        self.name = name
        self._limits = limits
        self._log = log
        self._loop = asyncio.get_running_loop()
        self._link = ZotConnection(name, limits, log, self._handle, self._ended)
        self._ids = itertools.count(1)
        self._waiting: dict[str, asyncio.Future[Any]] = {}
        self._cancels = False  # it wants to know which calls nobody waits for any more
        self._dropped = 0  # events since its queue was full
        self._silences = UnansweredCalls(limits.silences)

    def _handle(self, message: FromExtension | Fault[Any]) -> bool:
        """Take in one message, and say whether it is the answer to a question."""
        raise NotImplementedError

    def _ended(self, why: ExtensionError) -> None:
        """Fail what waits: the extension has left."""
        raise NotImplementedError

    def _trouble(self, sentence: str) -> None:
        """Have the person told that something is wrong with the extension."""
        raise NotImplementedError

    @property
    def alive(self) -> bool:
        """Whether it can be talked to."""
        return self._link.alive

    @property
    def unresponsive(self) -> bool:
        """Whether it was silent so often in a row that nobody waits for it any more."""
        return self._silences.too_many

    def _raise_if_over(self) -> None:
        if self._link.end is not None:
            # It may be raised often; the ways it went must not pile up in it.
            raise self._link.end.with_traceback(None)

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
            self._trouble(f"was silent {count} times in a row and is not asked until it answers; reload it")

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
                self._trouble("does not read its input; events for it are dropped until it does")
        return said
