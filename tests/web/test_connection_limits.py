"""Connections that say nothing keep nobody out of the console, and hang-ups leave no trace in the log."""

import asyncio
import logging
import socket
import struct
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager, suppress
from pathlib import Path

import pytest

from host.processes import BOUND_S, eventually
from web.consoles import Opened, opened
from wicket.web import connection_limits as module
from wicket.web import http_server
from wicket.web.connection_limits import ConnectionLimits

# Half a request of each kind: nothing, half a head, a head without its body, and a whole one whose answer nobody reads.
HALVES = [
    b"",
    b"GET / HTTP/1.1\r\nhost:",
    b"POST /api/deny HTTP/1.1\r\nhost: x\r\ncontent-length: 1000000\r\n\r\n{",
    b"GET / HTTP/1.1\r\nhost: x\r\n\r\n" * 4,
]


@asynccontextmanager
async def crowd(console: Opened, count: int, said: bytes) -> AsyncIterator[list[socket.socket]]:
    """Open so many connections, say this on each, and read nothing."""
    loop = asyncio.get_running_loop()
    with ExitStack() as held:
        opened_ones = [held.enter_context(socket.socket()) for _ in range(count)]
        async with asyncio.timeout(BOUND_S):
            for one in opened_ones:
                one.setblocking(False)
                await loop.sock_connect(one, ("127.0.0.1", console.port))
                with suppress(ConnectionError):  # who was cut off already
                    await loop.sock_sendall(one, said)
        yield opened_ones


@pytest.mark.parametrize("half", HALVES, ids=["silent", "half a head", "no body", "unread"])
async def test_half_open_connections_keep_nobody_out(tmp_path: Path, half: bytes) -> None:
    async with opened(tmp_path) as console, crowd(console, http_server.MAX_CONNECTIONS + 50, half):
        for _ in range(3):
            assert (await console.get("/api/extensions")).status == 200
            assert (await console.get("/")).status == 200
        assert len(console.console._doorway) <= module.MAX_STRANGERS


async def test_who_has_shown_the_token_is_not_cut_off_for_strangers(tmp_path: Path) -> None:
    async with opened(tmp_path) as console:
        stream = console.events()
        async with asyncio.timeout(BOUND_S):
            assert (await anext(stream))[0] == "whole"
            async with crowd(console, module.MAX_STRANGERS * 2, b"GET"):
                assert (await console.get("/")).status == 200
                asked = console.ask("true")
                assert (await anext(stream))[0] == "change"
        console.gateway.deny_all(by="me", door="test")
        await asked
        await stream.aclose()


async def test_a_stranger_has_so_long_and_no_longer() -> None:
    door = ConnectionLimits(most=10, patience_s=0.05)
    cut = asyncio.Event()
    door.come("a", cut.set)
    async with asyncio.timeout(BOUND_S):
        await cut.wait()
    assert len(door) == 0
    door.gone("a")


async def test_half_a_head_is_not_waited_for_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ConnectionLimits.__init__, "__defaults__", (module.MAX_STRANGERS, 0.05))
    async with opened(tmp_path) as console:
        reader, writer = await asyncio.open_connection("127.0.0.1", console.port)
        async with asyncio.timeout(BOUND_S):
            while not reader.at_eof() and reader.exception() is None:
                writer.write(b"x")  # each byte within any time that a keep-alive allows
                await asyncio.sleep(0)
        writer.close()
        assert (await console.get("/")).status == 200


async def test_the_one_heard_of_longest_ago_makes_room() -> None:
    door = ConnectionLimits(most=2, patience_s=BOUND_S)
    cut: list[str] = []
    for name in "abc":
        door.come(name, lambda name=name: cut.append(name))  # type: ignore[misc]
    assert cut == ["a"]
    door.served("b")
    door.come("d", lambda: cut.append("d"))
    assert cut == ["a", "c"]
    door.welcome("b")
    door.come("e", lambda: cut.append("e"))
    assert (cut, len(door)) == (["a", "c"], 2)
    door.served("nobody")
    for name in "de":
        door.gone(name)
    assert len(door) == 0


async def test_hanging_up_leaves_nothing_in_the_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    whole = b"GET /api/events HTTP/1.1\r\nhost: %s\r\nauthorization: Bearer %s\r\n\r\n"
    with caplog.at_level(logging.WARNING):
        async with opened(tmp_path) as console:
            known = whole % (console.host.encode(), console.token.encode())
            deny = known.replace(b"GET /api/events", b"POST /api/deny").replace(b"\r\n\r\n", b"\r\n")
            deny += (
                b"origin: %s\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{" % console.base.encode()
            )
            for said in [*HALVES, known, deny, b"no http at all\r\n\r\n"]:
                async with crowd(console, 20, said) as ones:
                    for one in ones:  # closed with a reset, as by a program that is killed
                        one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            assert (await console.get("/")).status == 200
            await eventually(lambda: len(console.console._doorway) <= 1 and console.console.pages == 0)
    assert [record.getMessage() for record in caplog.records] == []
