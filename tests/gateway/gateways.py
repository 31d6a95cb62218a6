"""A gateway for tests, with a record of its own and somebody who answers."""

import asyncio
import contextlib
import json
import os
import time
import uuid
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

from host.processes import BOUND_S
from wicket.gateway.approver_decisions import Settings
from wicket.gateway.record_hash_chain import Entry
from wicket.gateway.record_ledger import Ledger
from wicket.gateway.record_redaction import Note
from wicket.gateway.record_writer_thread import Recorder
from wicket.gateway.request_lifecycle import Gateway
from wicket.gateway.requester_session import RequesterSession
from wicket.gateway.requester_socket_and_answers import Patience, Server
from wicket.wire.sudo_proxy.messages import Request, Response


def now() -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())


def request(*stages: str, **fields: Any) -> Request:
    """Make a request; each stage is its words in one string."""
    settings: dict[str, Any] = {"id": str(uuid.uuid4()), "time": now(), "privileged": False}
    return Request(pipeline=tuple(tuple(stage.split()) for stage in stages), **(settings | fields))


def line(*stages: str, **fields: Any) -> bytes:
    """Spell a request out, as a client that knows only the specification would."""
    settings: dict[str, Any] = {"id": str(uuid.uuid4()), "time": now(), "privileged": False}
    return json.dumps(settings | {"pipeline": [stage.split() for stage in stages]} | fields).encode() + b"\n"


class Bench:
    """A gateway and its record."""

    def __init__(self, gateway: Gateway, ledger: Ledger) -> None:
        self.gateway = gateway
        self.ledger = ledger

    async def ask(self, asked: Request) -> Response:
        """Go the whole way, without a socket."""
        admitted = self.gateway.admit(asked, os.geteuid(), os.getpid())
        if isinstance(admitted, RequesterSession):
            async with asyncio.timeout(BOUND_S):
                return await self.gateway.serve(admitted)
        return admitted

    async def entries(self, kind: str | None = None) -> list[Entry]:
        """Read the record, all that has been written so far."""
        reader = Ledger(self.ledger.path)
        try:
            return list(reader.entries(kind=kind))
        finally:
            reader.close()

    async def written(self) -> None:
        """Wait until all that was noted so far is on the disk."""
        async with asyncio.timeout(BOUND_S):
            await self.gateway._recorder.write(Note("test", "", 0.0, {}))

    async def decisions(self) -> list[str]:
        return [entry.fields["decision"] for entry in await self.entries("decision")]

    async def until(self, condition: Callable[[], object]) -> None:
        """Wait until the line of those who wait makes a condition true."""
        news = asyncio.Event()
        self.gateway.on_change.append(news.set)
        try:
            async with asyncio.timeout(BOUND_S):
                while not condition():
                    news.clear()
                    await news.wait()
        finally:
            self.gateway.on_change.remove(news.set)

    async def until_waiting(self, count: int = 1) -> None:
        await self.until(lambda: len(self.gateway.pending()) == count)


@contextlib.asynccontextmanager
async def bench(folder: Path, **options: Any) -> AsyncIterator[Bench]:
    """Open a gateway on the record in `folder`; `settings` are keywords of Settings."""
    settings = Settings(**options.pop("settings", {}))
    ledger = Ledger(folder / "state" / "ledger")
    recorder = Recorder(ledger)
    gateway = Gateway.open(ledger, recorder, settings=settings, **options)
    try:
        yield Bench(gateway, ledger)
    finally:
        gateway.close()
        await recorder.close()
        ledger.close()


def approves(gateway: Gateway) -> None:
    """Have somebody say yes to everything at once."""

    def answer_all() -> None:
        for waiting in gateway.pending():
            gateway.approve(waiting.ticket, by="me", door="test")

    gateway.on_change.append(answer_all)


def denies(gateway: Gateway, because: str = "") -> None:
    """Have somebody say no to everything at once."""

    def answer_all() -> None:
        for waiting in gateway.pending():
            gateway.deny(waiting.ticket, by="me", door="test", because=because)

    gateway.on_change.append(answer_all)


class Door:
    """A served gateway, and ways to knock."""

    def __init__(self, server: Server, bench: Bench) -> None:
        self.server = server
        self.bench = bench
        self.gateway = bench.gateway
        self.path = server.path

    async def knock(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_unix_connection(self.path, limit=64 * 1024 * 1024)

    async def send(self, data: bytes) -> dict[str, Any]:
        """Send a request and read the answer to the end."""
        reader, writer = await self.knock()
        try:
            writer.write(data)
            return await answer(reader)
        finally:
            writer.close()


async def answer(reader: asyncio.StreamReader) -> dict[str, Any]:
    async with asyncio.timeout(BOUND_S):
        data = await reader.read()
    assert data.endswith(b"\n"), data
    assert data.count(b"\n") == 1
    found: dict[str, Any] = json.loads(data)
    return found


@contextlib.asynccontextmanager
async def door(folder: Path, patience: Patience | None = None, **options: Any) -> AsyncIterator[Door]:
    """Serve a gateway at a socket in `folder`."""
    uids = options.pop("uids", None)
    async with bench(folder, **options) as opened:
        server = Server(opened.gateway, folder / "wicket.sock", version="1.2.0", uids=uids, patience=patience)
        async with asyncio.TaskGroup() as group:
            group.create_task(server.run())
            async with asyncio.timeout(BOUND_S):
                await server.ready.wait()
            try:
                yield Door(server, opened)
            finally:
                server.stop()
