"""The approver's end: talks to a gateway's approver socket, and knows nothing of how it is done there.

async with Approver.connect(path, token) as approver:
    for request in await approver.pending(): ...
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar, cast

from wicket.errors import WicketError
from wicket.wire import approver_messages
from wicket.wire.approver_messages import Approved, Called, FromApprover, FromGateway, Left, Offered, Replied
from wicket.wire.approver_views import Always, GrantView, RequestView, RuleView, Terms
from wicket.wire.line_buffer import LineBuffer, Overlong

__all__ = ["Approver", "ApproverRefused", "AskPassword"]

# The whole line of those who wait comes in one: 64 requests of a megabyte each, shown twice.
MAX_ANSWER_BYTES = 512 * 1024 * 1024

ANSWER_S = 30.0

# Up to some hundred commands of the record are judged, on a machine that may be busy.
PROPOSE_S = 120.0

# sudo may try for a while, and a person has to type.
APPROVE_S = 600.0

# The gateway's host ends every call: guards are asked one after the other, then the tool has its minute.
CALL_S = 600.0

# Here one call is made after the other, so all may be called the same.
CALL_ID = "call"

AskPassword = Callable[[str], Awaitable[bytearray | None]]

Answer = TypeVar("Answer", bound=FromGateway)


class ApproverRefused(WicketError):
    """The gateway cannot be reached by an approver, or does not do what was asked; `str()` says why."""


class Approver:
    """A conversation. Make it with `connect()`."""

    def __init__(self, hearing: "_Hearing") -> None:
        self._hearing = hearing

    @classmethod
    @asynccontextmanager
    async def connect(cls, path: Path, token: str = "") -> AsyncIterator["Approver"]:
        """Talk to the gateway at this socket.

        Raises:
            ApproverRefused: nobody is there, or not for us.
        """
        loop = asyncio.get_running_loop()
        try:
            _, hearing = await loop.create_unix_connection(lambda: _Hearing(path), str(path))
        except PermissionError as error:
            raise ApproverRefused(
                f"the approvers' socket {path} is shut to you; whoever runs the gateway has to start it with your uid "
                "(`wicket serve --approver-uid`), in a folder that you may enter"
            ) from error
        except OSError as error:
            said = error.strerror or "no answer"
            raise ApproverRefused(f"no gateway at {path}: {said.lower()}; start one with `wicket serve`") from error
        talk = cls(hearing)
        try:
            await talk._ask(approver_messages.Hello(token=token), approver_messages.Welcome)
            hearing.welcome = True
            yield talk
        finally:
            await hearing.close()

    async def pending(self) -> tuple[RequestView, ...]:
        """The line, first come first."""
        return (await self._ask(approver_messages.Look(), approver_messages.Waiting)).requests

    def follow(self, id: str) -> "asyncio.Future[Left]":
        """Learn when this one has left the line, and how. Others may be asked meanwhile.

        The future's exception is an ApproverRefused if it has left already, or the gateway has.
        """
        left = self._hearing.follow(id)
        self._say(approver_messages.Follow(id=id))
        return left

    async def preview(self, id: str, terms: Terms) -> GrantView:
        """What an agreement in advance would cover."""
        return (await self._ask(approver_messages.Preview(id=id, terms=terms), approver_messages.Previewed)).grant

    async def propose(self, id: str, *, wide: bool = False) -> RuleView:
        """Which rule would always allow it, and what that would change."""
        return (
            await self._ask(approver_messages.Propose(id=id, wide=wide), approver_messages.Proposed, PROPOSE_S)
        ).rule

    async def approve(
        self,
        id: str,
        *,
        ask_password: AskPassword,
        terms: Terms | None = None,
        always: Always | None = None,
        comment: str = "",
        any_session: bool = False,
    ) -> Approved:
        """Say yes, with `terms` also to what is like it, with `always` after these rules are written.

        `any_session`: an agent that waits no longer may try again in another session as well.

        `ask_password` gets sudo's question. It is cancelled if nobody wants to know the answer any more.
        """
        self._say(
            approver_messages.Approve(id=id, terms=terms, always=always, comment=comment, any_session=any_session)
        )
        while True:
            said = await self._hear(APPROVE_S)
            match said:
                case approver_messages.Asks(question=question):
                    secret = await self._typed(ask_password, question)
                    if not self._hearing.news:  # else it is no longer wanted
                        self._say(approver_messages.Password(secret=None if secret is None else bytes(secret)))
                    if secret is not None:
                        secret[:] = bytes(len(secret))
                case Approved():
                    return said
                case _:
                    raise _refusal(said)

    async def deny(self, id: str | None, because: str = "") -> int:
        """Say no to this one, or to all; return to how many."""
        return (await self._ask(approver_messages.Deny(id=id, because=because), approver_messages.Denied)).count

    async def grants(self) -> tuple[GrantView, ...]:
        """What is agreed to in advance."""
        return (await self._ask(approver_messages.Grants(), approver_messages.Granted)).grants

    async def revoke(self, id: str) -> None:
        """Take an agreement back."""
        await self._ask(approver_messages.Revoke(id=id), approver_messages.Revoked)

    async def offers(self) -> Offered:
        """What the hosted extensions offer."""
        return await self._ask(approver_messages.Offers(), Offered)

    async def call_tool(self, name: str, args: Mapping[str, Any]) -> Called:
        """Call a tool of a hosted extension; to leave is to cancel it."""
        return await self._ask(approver_messages.CallTool(id=CALL_ID, name=name, args=dict(args)), Called, CALL_S)

    async def run_command(self, name: str, line: str) -> Replied:
        """Run a command of a hosted extension; to leave is to cancel it."""
        return await self._ask(approver_messages.RunCommand(id=CALL_ID, name=name, line=line), Replied, CALL_S)

    async def _typed(self, ask_password: AskPassword, question: str) -> bytearray | None:
        """Have the password typed, unless the gateway says meanwhile that it is no longer wanted."""
        loop = asyncio.get_running_loop()
        with suppress(TimeoutError):
            async with asyncio.timeout(0 if self._hearing.news else None) as wanted:
                self._hearing.on_news = lambda: wanted.reschedule(loop.time())
                try:
                    return await ask_password(question)
                finally:
                    self._hearing.on_news = None
        return None

    async def _ask(self, message: FromApprover, expected: type[Answer], seconds: float = ANSWER_S) -> Answer:
        self._say(message)
        said = await self._hear(seconds)
        if isinstance(said, expected):
            return said
        raise _refusal(said)

    def _say(self, message: FromApprover) -> None:
        try:
            line = approver_messages.encode(message)
        except (ValueError, RecursionError) as error:
            raise ApproverRefused(f"that cannot be said to a gateway: {error}") from error
        if len(line) > approver_messages.MAX_LINE_BYTES:
            raise ApproverRefused(f"that has {len(line)} bytes; a gateway takes {approver_messages.MAX_LINE_BYTES}")
        self._hearing.transport.write(line)

    async def _hear(self, seconds: float) -> FromGateway:
        try:
            async with asyncio.timeout(seconds):
                return await self._hearing.next()
        except TimeoutError as error:
            raise self._hearing.left() from error


class _Hearing(asyncio.Protocol):
    """What the gateway says: answers in order, and when somebody that was followed has left."""

    transport: asyncio.Transport

    def __init__(self, path: Path) -> None:
        self.welcome = False
        self.on_news: Callable[[], object] | None = None  # whom to tell that there is something to hear
        self._path = path
        self._lines = LineBuffer(MAX_ANSWER_BYTES)
        self._heard: deque[FromGateway] = deque()
        self._followed: dict[str, asyncio.Future[Left]] = {}
        self._ended: ApproverRefused | None = None  # why nothing more will be heard
        self._news = asyncio.Event()
        self._closed = asyncio.Event()

    async def next(self) -> FromGateway:
        """Wait for the next answer.

        Raises:
            ApproverRefused: there will be none.
        """
        while not self.news:
            self._news.clear()
            await self._news.wait()
        if self._heard:
            return self._heard.popleft()
        assert self._ended is not None  # noqa: S101 - else there would be no news
        raise self._ended

    @property
    def news(self) -> bool:
        """Whether there is an answer, or never will be."""
        return bool(self._heard) or self._ended is not None

    def follow(self, id: str) -> "asyncio.Future[Left]":
        followed = self._followed[id] = asyncio.get_running_loop().create_future()
        followed.add_done_callback(lambda left: left.cancelled() or left.exception())  # nobody has to ask for it
        if self._ended is not None:
            followed.set_exception(self._ended)
        return followed

    def left(self) -> ApproverRefused:
        """Say that the gateway has no more to say."""
        if self.welcome:
            return ApproverRefused(f"the gateway at {self._path} has left; see whether it still runs")
        return ApproverRefused(f"the gateway at {self._path} does not talk to us; see its log")

    async def close(self) -> None:
        self.transport.close()
        await self._closed.wait()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)

    def data_received(self, data: bytes) -> None:
        self._lines.feed(data)
        while self._ended is None and (line := self._lines.pop()) is not None:
            try:
                if isinstance(line, Overlong):
                    raise ValueError(f"a line of more than {MAX_ANSWER_BYTES} bytes")
                self._take(approver_messages.decode_gateway(line))
            except ValueError as error:
                said = f"the gateway's answer cannot be read: {error}; is it of this version?"
                self._end(ApproverRefused(said))

    def connection_lost(self, error: Exception | None) -> None:
        self._end(self.left())
        self._closed.set()

    def _take(self, message: FromGateway) -> None:
        followed = (
            self._followed.pop(message.id, None) if isinstance(message, Left | approver_messages.Refused) else None
        )
        if followed is None:
            self._heard.append(message)
            self._tell()
        elif isinstance(message, Left) and not followed.done():
            followed.set_result(message)
        elif not followed.done():
            followed.set_exception(_refusal(message))

    def _end(self, why: ApproverRefused) -> None:
        if self._ended is None:
            self._ended = why
            for followed in self._followed.values():
                if not followed.done():
                    followed.set_exception(why)
            self._tell()

    def _tell(self) -> None:
        self._news.set()
        if self.on_news is not None:
            self.on_news()


def _refusal(said: FromGateway) -> ApproverRefused:
    if isinstance(said, approver_messages.Refused):
        return ApproverRefused(said.reason)
    return ApproverRefused(f"the gateway gave another answer than was asked for: {type(said).__name__}")
