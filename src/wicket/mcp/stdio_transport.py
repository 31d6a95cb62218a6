"""The standard streams as an MCP connection, theirs alone: whatever else is printed goes to standard error.

Threads that nobody waits for read and write, so that a signal ends the server whatever the streams are connected to. A
line that is no message is answered at once. At the end of the input, what is in hand has a moment to be answered.
"""

import asyncio
import fcntl
import json
import os
import queue
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any, Final

import anyio
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.shared.message import SessionMessage
from mcp.types import (
    JSONRPCError,
    JSONRPCMessage,
    JSONRPCNotification,
    JSONRPCRequest,
    JSONRPCResponse,
    jsonrpc_message_adapter,
)

from wicket.errors import WicketError

__all__ = ["NotConnected", "Streams", "claim", "connected"]

# The longest that can be meant: a request of a megabyte, or the arguments of a tool, which are less than 4 MiB.
MAX_LINE_BYTES: Final = 8 * 1024 * 1024
CHUNK_BYTES: Final = 64 * 1024

IN_HAND_S: Final = 1.0

PARSE_ERROR: Final = -32700
INVALID_REQUEST: Final = -32600


class NotConnected(WicketError):
    """There is nobody to talk to."""


Incoming = MemoryObjectReceiveStream[SessionMessage | Exception]
Outgoing = MemoryObjectSendStream[SessionMessage]


def claim() -> tuple[int, int]:
    """Take the standard streams for the connection alone: what others read is empty, what others print is an aside.

    Raises:
        NotConnected: they are closed.
    """
    closed = "standard input and output are closed; let the agent's program start this"
    try:
        modes = [fcntl.fcntl(number, fcntl.F_GETFL) & os.O_ACCMODE for number in (0, 1)]
        ours = os.dup(0), os.dup(1)
    except OSError as error:
        raise NotConnected(closed) from error
    if modes[0] == os.O_WRONLY or modes[1] == os.O_RDONLY:  # only the numbers of closed ones are kept so
        raise NotConnected(closed)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return ours


@asynccontextmanager
async def connected(read_from: int, write_to: int) -> AsyncIterator[tuple[Incoming, Outgoing]]:
    """Speak MCP over two descriptors. When either end is gone, the incoming stream ends."""
    send_in, incoming = anyio.create_memory_object_stream[SessionMessage | Exception](0)
    outgoing, receive_out = anyio.create_memory_object_stream[SessionMessage](0)
    streams = Streams(write_to)
    async with asyncio.TaskGroup() as tasks:
        reading = tasks.create_task(_read(read_from, streams, send_in))
        writing = tasks.create_task(_write(streams, receive_out))
        try:
            yield incoming, outgoing
        finally:
            reading.cancel()
            for stream in (send_in, incoming, outgoing):
                stream.close()
            # What has been said is still written, unless nobody takes it.
            await asyncio.wait([writing], timeout=IN_HAND_S)
            writing.cancel()
            streams.close()
            receive_out.close()


class Streams:
    """What was heard and is not answered yet, and a thread that writes."""

    def __init__(self, write_to: int) -> None:
        self._loop = asyncio.get_running_loop()
        self._todo: queue.SimpleQueue[tuple[bytes, asyncio.Future[None]] | None] = queue.SimpleQueue()
        self._write_to = write_to
        self.in_hand: set[str | int] = set()
        self.news = asyncio.Event()
        threading.Thread(target=self._run, name="mcp-writer", daemon=True).start()

    async def say(self, data: bytes) -> None:
        """Write a line, and return when it is written.

        Raises:
            OSError: nobody reads any more.
        """
        written: asyncio.Future[None] = self._loop.create_future()
        self._todo.put((data, written))
        await written

    def close(self) -> None:
        self._todo.put(None)

    def heard(self, message: JSONRPCMessage) -> None:
        """Keep note of a request that will be answered: one that is cancelled is not, nor is a subscription."""
        if isinstance(message, JSONRPCRequest) and message.method != "subscriptions/listen":
            self.in_hand.add(message.id)
        elif isinstance(message, JSONRPCNotification) and message.method == "notifications/cancelled":
            id = (message.params or {}).get("requestId")
            if isinstance(id, str | int):
                self._settled(id)

    def answered(self, message: JSONRPCMessage) -> None:
        """Keep note of an answer."""
        if isinstance(message, JSONRPCResponse | JSONRPCError) and message.id is not None:
            self._settled(message.id)

    def _settled(self, id: str | int) -> None:
        self.in_hand.discard(id)
        self.news.set()

    async def until_answered(self) -> None:
        """Give what is in hand a moment."""
        with suppress(TimeoutError):
            async with asyncio.timeout(IN_HAND_S):
                while self.in_hand:
                    self.news.clear()
                    await self.news.wait()

    def _run(self) -> None:
        while (item := self._todo.get()) is not None:
            data, written = item
            try:
                rest = memoryview(data)
                while rest:
                    rest = rest[os.write(self._write_to, rest) :]
            except OSError as error:
                _tell(self._loop, _set_exception, written, error)
            else:
                _tell(self._loop, _set_result, written)


async def _read(descriptor: int, streams: Streams, to: MemoryObjectSendStream[SessionMessage | Exception]) -> None:
    loop = asyncio.get_running_loop()
    lines: asyncio.Queue[bytes | None] = asyncio.Queue()
    room = threading.Semaphore(64)  # lines that nobody has taken yet

    def heard(line: bytes | None) -> None:
        room.acquire()
        _tell(loop, lines.put_nowait, line)

    threading.Thread(target=_listen, args=(descriptor, heard), name="mcp-reader", daemon=True).start()
    async with to:
        while (line := await lines.get()) is not None:
            room.release()
            if not line.strip():
                continue
            try:
                message = jsonrpc_message_adapter.validate_json(line)
            except ValueError:
                with suppress(OSError):
                    await streams.say(_refusal(line))
                continue
            streams.heard(message)
            try:
                await to.send(SessionMessage(message))
            except (anyio.BrokenResourceError, anyio.ClosedResourceError):
                return
        await streams.until_answered()


async def _write(streams: Streams, whence: MemoryObjectReceiveStream[SessionMessage]) -> None:
    async with whence:
        async for each in whence:
            text = each.message.model_dump_json(by_alias=True, exclude_unset=True)
            # Whoever has stopped reading is about to close the other stream, too; the loss is theirs.
            with suppress(OSError):
                await streams.say(text.encode() + b"\n")
            streams.answered(each.message)


def _listen(descriptor: int, heard: Callable[[bytes | None], None]) -> None:
    """Cut what comes into lines; one that is too long is cut off, and so no message."""
    rest = b""
    skipping = False
    while True:
        try:
            data = os.read(descriptor, CHUNK_BYTES)
        except OSError:
            data = b""
        if not data:
            break
        *whole, last = data.split(b"\n")
        for piece in whole:
            if not skipping:
                heard(rest + piece)
            rest, skipping = b"", False
        if not skipping:
            rest += last
            if len(rest) > MAX_LINE_BYTES:
                heard(rest[:CHUNK_BYTES])
                rest, skipping = b"", True
    if rest:
        heard(rest)
    heard(None)


def _refusal(line: bytes) -> bytes:
    """Answer what is no message: to its id, if it has one, so that nobody waits for ever."""
    id: Any = None
    code, why = PARSE_ERROR, "Parse error: not JSON, or too long"
    with suppress(ValueError, RecursionError):
        said = json.loads(line)
        code, why = INVALID_REQUEST, "Invalid request: no JSON-RPC 2.0 message"
        if isinstance(said, dict) and type(said.get("id")) in (str, int):
            id = said["id"]
    return json.dumps({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": why}}).encode() + b"\n"


def _tell(loop: asyncio.AbstractEventLoop, what: Callable[..., object], *arguments: Any) -> None:
    with suppress(RuntimeError):  # the loop has ended before us
        loop.call_soon_threadsafe(what, *arguments)


def _set_result(future: "asyncio.Future[None]") -> None:
    if not future.done():
        future.set_result(None)


def _set_exception(future: "asyncio.Future[None]", error: OSError) -> None:
    if not future.done():
        future.set_exception(error)
