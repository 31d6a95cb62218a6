"""Serving on loopback."""

import asyncio
import socket
from typing import Any

import pytest

from bounds import BOUND_S
from wicket.gateway.errors import NotStarted
from wicket.web import http_server
from wicket.web.connection_limits import ConnectionLimits
from wicket.web.http_server import Place, serve


def test_a_port_that_is_taken_means_the_next_one() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        taken = other.getsockname()[1]
        place = Place(taken)
        with place.socket:
            assert taken < place.port <= taken + http_server.NEIGHBOURS
            assert place.addresses == (f"http://127.0.0.1:{place.port}", f"http://localhost:{place.port}")
            assert place.link == f"http://127.0.0.1:{place.port}/#token={place.token}"
            assert place.socket.getsockname()[0] == "127.0.0.1"


def test_no_port_at_all_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_server, "NEIGHBOURS", 0)
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        with pytest.raises(NotStarted, match="taken; name another with --port"):
            Place(other.getsockname()[1])


def test_every_start_has_its_own_token() -> None:
    first, second = Place(0), Place(0)
    with first.socket, second.socket:
        assert first.token != second.token
        assert len(first.token) >= 43


async def test_an_idle_console_does_nothing_until_it_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    naps: list[float] = []
    real = asyncio.sleep

    async def nap(seconds: float) -> None:
        naps.append(seconds)
        await real(seconds)

    async def app(_scope: Any, _receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    monkeypatch.setattr(asyncio, "sleep", nap)  # as uvicorn's own loop does, ten times a second
    stop = asyncio.Event()
    place = Place(0)
    async with asyncio.timeout(BOUND_S), asyncio.TaskGroup() as group:
        group.create_task(serve(app, place, stop, ConnectionLimits()))
        reader, writer = await asyncio.open_connection("127.0.0.1", place.port)
        writer.write(b"GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        assert (await reader.read()).startswith(b"HTTP/1.1 204 ")
        writer.close()
        assert naps == []
        stop.set()
