"""The approver's end: talks to a gateway's approver socket, and knows nothing of how it is done there.

async with Approver.connect(path, token) as approver:
    for request in await approver.pending(): ...
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

from wicket.errors import WicketError
from wicket.wire import approver
from wicket.wire.approver import Called, FromApprover, FromGateway, GrantView, Offered, Replied, RequestView, Terms

__all__ = ["Approver", "ApproverRefused", "AskPassword"]

# The whole line of those who wait comes in one: 64 requests of a megabyte each, shown twice.
MAX_ANSWER_BYTES = 512 * 1024 * 1024

ANSWER_S = 30.0

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

    def __init__(self, path: Path, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._path = path
        self._reader = reader
        self._writer = writer

    @classmethod
    @asynccontextmanager
    async def connect(cls, path: Path, token: str = "") -> AsyncIterator["Approver"]:
        """Talk to the gateway at this socket.

        Raises:
            ApproverRefused: nobody is there, or not for us.
        """
        try:
            reader, writer = await asyncio.open_unix_connection(path, limit=MAX_ANSWER_BYTES)
        except OSError as error:
            said = error.strerror or "no answer"
            raise ApproverRefused(f"no gateway at {path}: {said.lower()}; start one with `wicket serve`") from error
        talk = cls(path, reader, writer)
        try:
            await talk._ask(approver.Hello(token=token), approver.Welcome)
            yield talk
        finally:
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()

    async def pending(self) -> tuple[RequestView, ...]:
        """The line, first come first."""
        return (await self._ask(approver.Look(), approver.Waiting)).requests

    async def show(self, id: str) -> None:
        """Tell the gateway that a person looks at this one now."""
        await self._ask(approver.Show(id=id), approver.Shown)

    async def preview(self, id: str, terms: Terms) -> GrantView:
        """What an agreement in advance would cover."""
        return (await self._ask(approver.Preview(id=id, terms=terms), approver.Previewed)).grant

    async def approve(
        self, id: str, *, ask_password: AskPassword, terms: Terms | None = None, comment: str = ""
    ) -> GrantView | None:
        """Say yes, with `terms` also to what is like it; return that agreement. `ask_password` gets sudo's question."""
        await self._say(approver.Approve(id=id, terms=terms, comment=comment))
        while True:
            said = await self._hear(APPROVE_S)
            match said:
                case approver.Asks(question=question):
                    secret = await ask_password(question)
                    await self._say(approver.Password(secret=None if secret is None else bytes(secret)))
                    if secret is not None:
                        secret[:] = bytes(len(secret))
                case approver.Approved(grant=grant):
                    return grant
                case _:
                    raise _refusal(said)

    async def deny(self, id: str | None, because: str = "") -> int:
        """Say no to this one, or to all; return to how many."""
        return (await self._ask(approver.Deny(id=id, because=because), approver.Denied)).count

    async def grants(self) -> tuple[GrantView, ...]:
        """What is agreed to in advance."""
        return (await self._ask(approver.Grants(), approver.Granted)).grants

    async def revoke(self, id: str) -> None:
        """Take an agreement back."""
        await self._ask(approver.Revoke(id=id), approver.Revoked)

    async def offers(self) -> Offered:
        """What the hosted extensions offer."""
        return await self._ask(approver.Offers(), Offered)

    async def call_tool(self, name: str, args: Mapping[str, Any]) -> Called:
        """Call a tool of a hosted extension; to leave is to cancel it."""
        return await self._ask(approver.CallTool(id=CALL_ID, name=name, args=dict(args)), Called, CALL_S)

    async def run_command(self, name: str, line: str) -> Replied:
        """Run a command of a hosted extension; to leave is to cancel it."""
        return await self._ask(approver.RunCommand(id=CALL_ID, name=name, line=line), Replied, CALL_S)

    async def _ask(self, message: FromApprover, expected: type[Answer], seconds: float = ANSWER_S) -> Answer:
        await self._say(message)
        said = await self._hear(seconds)
        if isinstance(said, expected):
            return said
        raise _refusal(said)

    async def _say(self, message: FromApprover) -> None:
        try:
            line = approver.encode(message)
        except (ValueError, RecursionError) as error:
            raise ApproverRefused(f"that cannot be said to a gateway: {error}") from error
        if len(line) > approver.MAX_LINE_BYTES:
            raise ApproverRefused(f"that has {len(line)} bytes; a gateway takes {approver.MAX_LINE_BYTES}")
        try:
            self._writer.write(line)
            await self._writer.drain()
        except OSError as error:
            raise self._left() from error

    async def _hear(self, seconds: float) -> FromGateway:
        try:
            async with asyncio.timeout(seconds):
                return approver.decode_gateway(await self._reader.readuntil(b"\n"))
        except (OSError, EOFError, asyncio.LimitOverrunError) as error:
            raise self._left() from error
        except ValueError as error:
            raise ApproverRefused(
                f"the gateway said what nobody understands: {error}; is it of this version?"
            ) from error

    def _left(self) -> ApproverRefused:
        return ApproverRefused(f"the gateway at {self._path} does not talk to us; see its log")


def _refusal(said: FromGateway) -> ApproverRefused:
    if isinstance(said, approver.Refused):
        return ApproverRefused(said.reason)
    return ApproverRefused(f"the gateway gave another answer than was asked for: {type(said).__name__}")
