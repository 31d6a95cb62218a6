"""A console for tests: served on a free port, with a gateway of its own behind it, and somebody who talks raw HTTP."""

import asyncio
import contextlib
import json
import os
from collections.abc import AsyncGenerator, AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from gateway.gateways import Bench, bench, request
from host.processes import BOUND_S
from wicket.gateway.approval_queue import Limits
from wicket.gateway.judge_pool import Judges
from wicket.gateway.request_policy import PolicySource
from wicket.gateway.requester_session import RequesterSession
from wicket.gateway.rule_from_approval import StandingRules
from wicket.web.console import Console
from wicket.wire.sudo_proxy.messages import Request, Response

__all__ = ["MANY", "Answer", "Caller", "Opened", "opened", "request"]

# For tests that ask more often than a person could look.
MANY = Limits(per_minute=1_000_000)


@dataclass(frozen=True)
class Answer:
    """What the console answered."""

    status: int
    headers: dict[str, str] = field(compare=False)
    body: bytes = b""

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class Caller:
    """Somebody who talks raw HTTP to a console."""

    def __init__(self, link: str) -> None:
        self.link = link
        self.base, _, self.token = link.partition("/#token=")
        self.host = self.base.removeprefix("http://")
        self.port = int(self.host.rpartition(":")[2])

    async def get(self, path: str, **headers: Any) -> Answer:
        return await self.send("GET", path, **headers)

    async def post(self, path: str, body: object, **headers: Any) -> Answer:
        said = json.dumps(body).encode()
        return await self.send(
            "POST", path, said, **{"origin": self.base, "content_type": "application/json"} | headers
        )

    async def send(self, method: str, path: str, body: bytes | None = None, **headers: Any) -> Answer:
        """Ask as a page would, except for these headers; None leaves one out."""
        said: dict[str, Any] = {"host": self.host, "authorization": f"Bearer {self.token}", **headers}
        lines = [f"{name.replace('_', '-')}: {value}" for name, value in said.items() if value is not None]
        if body is not None:
            lines.append(f"content-length: {len(body)}")
        head = "\r\n".join([f"{method} {path} HTTP/1.1", "connection: close", *lines, "", ""])
        return await self.raw(head.encode("latin-1") + (body or b""))

    async def raw(self, data: bytes) -> Answer:
        """Send these bytes, and take the answer apart."""
        async with asyncio.timeout(BOUND_S):
            reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
            try:
                writer.write(data)
                head = await reader.readuntil(b"\r\n\r\n")
                status, *lines = head.decode("latin-1").rstrip().split("\r\n")
                headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
                length = int(headers.get("content-length", "0"))
                return Answer(int(status.split()[1]), headers, await reader.readexactly(length))
            finally:
                writer.close()

    async def events(self) -> AsyncGenerator[tuple[str, Any], None]:
        """Listen as a page does."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=64 * 1024 * 1024)
        try:
            head = f"GET /api/events HTTP/1.1\r\nhost: {self.host}\r\nauthorization: Bearer {self.token}\r\n\r\n"
            writer.write(head.encode())
            assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 200 ")
            rest = b""
            while size := int(await reader.readline(), 16):
                rest += (await reader.readexactly(size + 2))[:-2]
                *messages, rest = rest.split(b"\n\n")
                for message in messages:
                    if message != b":":
                        kind, data = message.split(b"\n")
                        yield kind.removeprefix(b"event: ").decode(), json.loads(data.removeprefix(b"data: "))
        finally:
            writer.close()


class Opened(Caller):
    """A console that is served, and its gateway."""

    def __init__(self, console: Console, made: Bench, tasks: asyncio.TaskGroup) -> None:
        self.console = console
        self.bench = made
        self.gateway = made.gateway
        super().__init__(console.link)
        self._tasks = tasks

    def ask(self, *stages: str, **fields: Any) -> "asyncio.Task[Response]":
        """Put a request to the gateway; its answer comes when it was decided."""
        return self.put(request(*stages, **fields))

    def put(self, asked: Request) -> "asyncio.Task[Response]":
        visit = self.gateway.admit(asked, os.geteuid(), os.getpid())
        assert isinstance(visit, RequesterSession), visit
        return self._tasks.create_task(self.gateway.serve(visit))

    async def waiting(self, count: int = 1) -> list[str]:
        """The tickets of those who wait, once so many do."""
        await self.bench.until_waiting(count)
        return [waiting.ticket for waiting in self.gateway.pending()]


@contextlib.asynccontextmanager
async def opened(folder: Path, policy: str = "", **options: Any) -> AsyncIterator[Opened]:
    """Serve a console. `settings` and `judge` are the gateway's; whatever else is given is the console's."""
    gateway_options = {name: options.pop(name) for name in ("settings", "judge") if name in options}
    file = folder / "policy"
    file.write_text(policy, encoding="utf-8")
    options["settings"] = options.pop("console_settings", None)
    defaults: dict[str, Any] = {"source": PolicySource(str(file)), "home": folder, "port": 0}
    async with contextlib.AsyncExitStack() as held:
        made = await held.enter_async_context(bench(folder, **gateway_options))
        judges = await held.enter_async_context(Judges())
        tasks = await held.enter_async_context(asyncio.TaskGroup())
        given = defaults | options
        given.setdefault(
            "standing", StandingRules(made.gateway, judges, given["source"], made.ledger.path, folder / "rules")
        )
        console = Console(made.gateway, record=made.ledger.path, judges=judges, **given)
        running = tasks.create_task(console.run())
        try:
            yield Opened(console, made, tasks)
        finally:
            made.gateway.close()
            made.gateway.stop_wanted.set()
            async with asyncio.timeout(BOUND_S):
                await running
