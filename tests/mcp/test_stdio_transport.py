"""The connection over two descriptors: messages in order, refusals for what is none, bounds, and an end to it all."""

import asyncio
import json
import os
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import anyio
import pytest
from mcp.shared.message import SessionMessage
from mcp.types import jsonrpc_message_adapter

from host.processes import BOUND_S, PYTHON
from wicket.mcp import stdio_transport
from wicket.mcp.stdio_transport import MAX_LINE_BYTES, Incoming, Outgoing, connected


class Peer:
    """The other ends of the pipes."""

    def __init__(self, say: int, hear: int) -> None:
        self.say = say
        self._hear = open(hear, "rb", buffering=0)  # noqa: SIM115 - closed by the fixture

    def write(self, *lines: bytes) -> None:
        for line in lines:
            os.write(self.say, line)

    async def read(self) -> dict[str, Any]:
        async with asyncio.timeout(BOUND_S):
            found: dict[str, Any] = json.loads(await asyncio.to_thread(self._hear.readline))
        return found

    def close(self) -> None:
        self._hear.close()


@asynccontextmanager
async def pair() -> AsyncIterator[tuple[Peer, Incoming, Outgoing]]:
    read_from, say = os.pipe()
    hear, write_to = os.pipe()
    peer = Peer(say, hear)
    try:
        async with connected(read_from, write_to) as (incoming, outgoing):
            yield peer, incoming, outgoing
            os.close(say)
    finally:
        peer.close()
        os.close(write_to)


def message(**fields: Any) -> SessionMessage:
    return SessionMessage(jsonrpc_message_adapter.validate_python({"jsonrpc": "2.0"} | fields))


PING = b'{"jsonrpc":"2.0","id":1,"method":"ping"}\n'


async def test_messages_arrive_and_leave_whole() -> None:
    async with pair() as (peer, incoming, outgoing), asyncio.timeout(BOUND_S):
        peer.write(PING[:10], PING[10:] + b"\n  \n" + PING)
        assert [await incoming.receive(), await incoming.receive()] == [message(id=1, method="ping")] * 2
        await outgoing.send(message(id=1, result={"text": "ü\u2028"}))
        assert await peer.read() == {"jsonrpc": "2.0", "id": 1, "result": {"text": "ü\u2028"}}


@pytest.mark.parametrize(
    ("line", "id", "code"),
    [
        (b"nonsense", None, -32700),
        (b"\xff\xfe", None, -32700),
        (b"[" * 100_000, None, -32700),
        (b"{}", None, -32600),
        (b"[]", None, -32600),
        (b"7", None, -32600),
        (b'{"id": 7}', 7, -32600),
        (b'{"id": "seven", "method": "ping"}', "seven", -32600),
        (b'{"id": true, "method": "ping"}', None, -32600),
        (b'{"jsonrpc": "1.0", "id": 3, "method": "ping"}', 3, -32600),
    ],
)
async def test_what_is_no_message_is_refused_and_the_next_is_heard(line: bytes, id: object, code: int) -> None:
    async with pair() as (peer, incoming, _), asyncio.timeout(BOUND_S):
        await asyncio.to_thread(peer.write, line + b"\n", PING)
        refused = await peer.read()
        assert (refused["id"], refused["error"]["code"]) == (id, code)
        assert await incoming.receive() == message(id=1, method="ping")


async def test_a_line_without_end_is_refused_before_it_fills_the_memory() -> None:
    async with pair() as (peer, incoming, _), asyncio.timeout(4 * BOUND_S):
        piece = b"x" * 1024 * 1024
        await asyncio.to_thread(peer.write, *([piece] * (2 * MAX_LINE_BYTES // len(piece))), b"\n", PING)
        assert (await peer.read())["error"]["code"] == -32700
        assert await incoming.receive() == message(id=1, method="ping")


async def test_the_end_of_the_input_leaves_a_moment_for_what_is_in_hand() -> None:
    read_from, say = os.pipe()
    hear, write_to = os.pipe()
    peer = Peer(say, hear)
    async with connected(read_from, write_to) as (incoming, outgoing), asyncio.timeout(BOUND_S):
        peer.write(PING.rstrip())  # and not even a newline
        os.close(say)
        assert await incoming.receive() == message(id=1, method="ping")
        await outgoing.send(message(id=1, result={}))
        assert await peer.read() == {"jsonrpc": "2.0", "id": 1, "result": {}}
        with pytest.raises(anyio.EndOfStream):
            await incoming.receive()
    peer.close()
    os.close(write_to)


async def test_the_moment_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stdio_transport, "IN_HAND_S", 0.1)
    read_from, say = os.pipe()
    hear, write_to = os.pipe()
    async with connected(read_from, write_to) as (incoming, _), asyncio.timeout(BOUND_S):
        os.write(say, PING)
        os.close(say)
        await incoming.receive()
        with pytest.raises(anyio.EndOfStream):
            await incoming.receive()
    os.close(hear)
    os.close(write_to)


async def test_a_client_that_reads_no_more_is_no_trouble() -> None:
    async with pair() as (peer, incoming, outgoing), asyncio.timeout(BOUND_S):
        peer.close()
        await outgoing.send(message(id=1, result={}))
        peer.write(b"nonsense\n", PING)
        assert await incoming.receive() == message(id=1, method="ping")


async def test_whoever_prints_or_reads_besides_does_not_reach_the_connection() -> None:
    script = (
        "import os, sys; from wicket.mcp.stdio_transport import claim\n"
        "read_from, write_to = claim()\n"
        "print('an aside', flush=True); os.system('echo another; cat')\n"
        "os.write(write_to, os.read(read_from, 100))\n"
    )
    process = await asyncio.create_subprocess_exec(
        PYTHON[0],
        "-c",
        script,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    async with asyncio.timeout(4 * BOUND_S):
        out, err = await process.communicate(b"the wire")
    assert (out, err) == (b"the wire", b"an aside\nanother\n")


@pytest.mark.parametrize(
    "lines",
    [
        (PING, b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}\n'),
        (b'{"jsonrpc":"2.0","id":1,"method":"subscriptions/listen"}\n',),
    ],
    ids=["cancelled", "subscription"],
)
async def test_what_is_never_answered_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch, lines: tuple[bytes, ...]
) -> None:
    monkeypatch.setattr(stdio_transport, "IN_HAND_S", 10 * BOUND_S)
    read_from, say = os.pipe()
    hear, write_to = os.pipe()
    async with connected(read_from, write_to) as (incoming, _), asyncio.timeout(BOUND_S):
        for line in lines:
            os.write(say, line)
        os.close(say)
        for _each in lines:
            await incoming.receive()
        with pytest.raises(anyio.EndOfStream):
            await incoming.receive()
    os.close(hear)
    os.close(write_to)


async def test_what_was_said_last_is_written_before_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    loop, may_write, real = asyncio.get_running_loop(), threading.Event(), os.write
    monkeypatch.setattr("wicket.mcp.stdio_transport.os.write", lambda *given: may_write.wait(BOUND_S) and real(*given))

    def after(turns: int) -> None:
        if turns:
            loop.call_soon(after, turns - 1)
        else:
            may_write.set()

    async with asyncio.timeout(BOUND_S):
        read_from, say = os.pipe()
        hear, write_to = os.pipe()
        async with connected(read_from, write_to) as (_, outgoing):
            await outgoing.send(message(id=1, result={}))
            after(100)  # longer than the end takes if it waits for nothing
    os.set_blocking(hear, False)
    assert json.loads(os.read(hear, 1000)) == {"jsonrpc": "2.0", "id": 1, "result": {}}
    for descriptor in (say, hear, write_to):
        os.close(descriptor)
