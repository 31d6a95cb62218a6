"""What is said at the approver's socket: calls, agreements, passwords."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from gateway.gateways import request
from gateway.test_approver_socket import TOKEN, no_password, served
from wicket.approver_client import Approver, ApproverRefused
from wicket.gateway.approval_queue import Limits
from wicket.gateway.approver_conversation import MAX_CALLS
from wicket.gateway.errors import NotWaiting
from wicket.gateway.sudo_password_questions import PasswordDoor
from wicket.wire.approver_messages import MAX_HOSTED_BYTES, Called, Left, Offered, Replied
from wicket.wire.approver_views import Always, CommandView, Terms, TextPiece, ToolView


async def test_an_agreement_is_seen_made_listed_and_taken_back(tmp_path: Path) -> None:
    async with served(tmp_path) as (opened, path), asyncio.TaskGroup() as group:
        group.create_task(opened.ask(request("ls /tmp/a", id="1")))
        await opened.until_waiting()
        terms = Terms(times=2, seconds=60.0, similar=True)
        async with Approver.connect(path, TOKEN) as me:
            [waiting] = await me.pending()
            seen = await me.preview(waiting.id, terms)
            assert (seen.covers, seen.spares, await me.grants()) == ("ls /tmp/another", "ls /tmp/../another", ())
            made = (await me.approve(waiting.id, ask_password=no_password, terms=terms)).grant
            assert made is not None
            [listed] = await me.grants()
            assert (listed.id, listed.stages, listed.left) == (made.id, ("ls </tmp/path>",), 2)
            assert (await opened.ask(request("ls /tmp/b", id="2"))).status == "ok"
            assert [grant.left for grant in await me.grants()] == [1]
            await me.revoke(made.id)
            assert await me.grants() == ()
            with pytest.raises(ApproverRefused, match="no grant is called"):
                await me.revoke(made.id)


async def test_whoever_follows_a_request_learns_how_it_left(tmp_path: Path) -> None:
    async with served(tmp_path) as (opened, path), asyncio.TaskGroup() as group:
        asked = group.create_task(opened.ask(request("true", id="1")))
        await opened.until_waiting()
        async with Approver.connect(path, TOKEN) as me, Approver.connect(path, TOKEN) as other:
            [waiting] = await me.pending()
            followed = [me.follow(waiting.id), other.follow(waiting.id)]
            assert [view.id for view in await me.pending()] == [waiting.id]  # others are answered meanwhile
            opened.gateway._queue._limits = Limits(from_arrival_s=0.0)
            opened.gateway._expire()
            assert [await each for each in followed] == [Left(id=waiting.id, how="expired")] * 2
            with pytest.raises(ApproverRefused, match=f"nothing called {waiting.id} waits"):
                await me.follow(waiting.id)
        assert (await asked).status == "timeout"


async def test_a_password_that_sudo_no_longer_wants_is_no_longer_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    doors: list[PasswordDoor] = []

    def approve(ticket: str, *, password: PasswordDoor, **_: object) -> None:
        doors.append(password)
        group.create_task(password.ask("password: "))

    async def never(question: str) -> bytearray | None:
        assert question == "password: "
        doors[0].over()
        await asyncio.Event().wait()
        raise AssertionError

    async with served(tmp_path) as (opened, path), asyncio.TaskGroup() as group:
        monkeypatch.setattr(opened.gateway, "approve", approve)
        async with Approver.connect(path, TOKEN) as me:
            assert (await me.approve("1", ask_password=never)).grant is None
            assert await me.pending() == ()  # and the conversation goes on


class Toolbox:
    """Offers one tool that waits until it is let go, and others that fail in every way."""

    def __init__(self) -> None:
        self.begun: asyncio.Queue[str] = asyncio.Queue()
        self.let_go = asyncio.Event()
        self.cancelled: asyncio.Queue[str] = asyncio.Queue()
        self.schema: dict[str, Any] = {}

    def offers(self) -> Offered:
        return Offered(
            tools=(ToolView(name="slow", extension="box", schema=self.schema),),
            commands=(CommandView(name="say", extension="box"),),
        )

    async def call_tool(self, id: str, name: str, args: Mapping[str, Any]) -> Called:
        match name:
            case "slow":
                self.begun.put_nowait(id)
                try:
                    await self.let_go.wait()
                except asyncio.CancelledError:
                    self.cancelled.put_nowait(id)
                    raise
            case "broken":
                raise ZeroDivisionError
            case "large":
                return Called(id=id, extension="box", tool=name, content=(TextPiece("x" * MAX_HOSTED_BYTES),))
            case _:
                raise NotWaiting(f"no extension offers a tool {name!r}")
        return Called(id=id, extension="box", tool=name, content=(TextPiece(json.dumps(dict(args))),))

    async def run_command(self, id: str, name: str, line: str) -> Replied:
        return Replied(id=id, extension="box", command=name, action="display", display=line)


@contextlib.asynccontextmanager
async def talking(path: Path) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """Speak at the door in bytes."""
    reader, writer = await asyncio.open_unix_connection(path)
    try:
        writer.write(json.dumps({"op": "hello", "token": TOKEN}).encode() + b"\n")
        assert json.loads(await reader.readline())["op"] == "welcome"
        yield reader, writer
    finally:
        writer.close()


def slow(id: str) -> bytes:
    return json.dumps({"op": "call_tool", "id": id, "name": "slow", "args": {"id": id}}).encode() + b"\n"


async def test_what_extensions_offer_is_listed_and_called(tmp_path: Path) -> None:
    box = Toolbox()
    box.let_go.set()
    async with served(tmp_path, hosted=box) as (_, path), Approver.connect(path, TOKEN) as me:
        assert await me.offers() == box.offers()
        assert await me.call_tool("slow", {"a": [1]}) == Called(
            id="call", extension="box", tool="slow", content=(TextPiece('{"a": [1]}'),)
        )
        assert await me.run_command("say", "x y") == Replied(
            id="call", extension="box", command="say", action="display", display="x y"
        )


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("wether", "^no extension offers a tool 'wether'$"),
        ("broken", "^it could not be called; see the gateway's log$"),
        ("large", r"^the answer has \d+ bytes, more than 16777216$"),
    ],
)
async def test_a_call_that_comes_to_nothing_says_why_and_the_door_stays_open(
    tmp_path: Path, name: str, reason: str
) -> None:
    async with served(tmp_path, hosted=Toolbox()) as (_, path), Approver.connect(path, TOKEN) as me:
        with pytest.raises(ApproverRefused, match=reason):
            await me.call_tool(name, {})
        assert await me.pending() == ()


def nested(depth: int) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for _ in range(depth):
        found = {"a": found}
    return found


@pytest.mark.parametrize(
    ("schema", "reason"),
    [
        ({"x": "x" * MAX_HOSTED_BYTES}, r"^the answer has \d+ bytes, more than 16777216$"),
        (nested(5000), "^the answer is nested too deeply$"),
    ],
    ids=["long", "deep"],
)
async def test_a_list_that_is_too_much_is_refused(tmp_path: Path, schema: dict[str, Any], reason: str) -> None:
    box = Toolbox()
    box.schema = schema
    async with served(tmp_path, hosted=box) as (_, path), Approver.connect(path, TOKEN) as me:
        with pytest.raises(ApproverRefused, match=reason):
            await me.offers()
        assert await me.pending() == ()


async def test_a_gateway_without_extensions_says_so(tmp_path: Path) -> None:
    async with served(tmp_path) as (_, path), Approver.connect(path, TOKEN) as me:
        for asked in (me.offers(), me.call_tool("t", {}), me.run_command("c", "")):
            with pytest.raises(ApproverRefused, match="^this gateway hosts no extensions$"):
                await asked


async def test_a_slow_tool_keeps_nobody_waiting(tmp_path: Path) -> None:
    box = Toolbox()
    async with served(tmp_path, hosted=box) as (_, path), talking(path) as (reader, writer):
        writer.write(slow("1") + slow("2"))
        assert [await box.begun.get(), await box.begun.get()] == ["1", "2"]
        writer.write(b'{"op":"look"}\n')
        assert json.loads(await reader.readline()) == {"op": "waiting", "requests": []}
        async with Approver.connect(path, TOKEN) as other:
            assert await other.pending() == ()
        box.let_go.set()
        answers = [json.loads(await reader.readline()) for _ in range(2)]
        assert sorted((said["op"], said["id"], said["content"][0]["text"]) for said in answers) == [
            ("called", "1", '{"id": "1"}'),
            ("called", "2", '{"id": "2"}'),
        ]


async def test_an_approver_has_so_many_calls_at_a_time(tmp_path: Path) -> None:
    box = Toolbox()
    async with served(tmp_path, hosted=box) as (_, path), talking(path) as (reader, writer):
        writer.write(b"".join(slow(str(number)) for number in range(MAX_CALLS + 1)))
        assert json.loads(await reader.readline()) == {
            "op": "refused",
            "reason": "16 calls are under way; wait for one of them",
            "id": "16",
        }
        box.let_go.set()
        assert {json.loads(await reader.readline())["id"] for _ in range(MAX_CALLS)} == set(map(str, range(MAX_CALLS)))
        writer.write(slow("again"))
        assert json.loads(await reader.readline())["id"] == "again"


async def test_who_leaves_cancels_its_calls_and_nobody_elses(tmp_path: Path) -> None:
    box = Toolbox()
    async with served(tmp_path, hosted=box) as (_, path), talking(path) as (reader, writer):
        writer.write(slow("stays"))
        async with talking(path) as (_, leaving):
            leaving.write(slow("leaves"))
            assert {await box.begun.get(), await box.begun.get()} == {"stays", "leaves"}
        assert await box.cancelled.get() == "leaves"
        box.let_go.set()
        assert json.loads(await reader.readline())["id"] == "stays"
        assert box.cancelled.empty()


async def test_a_gateway_that_stops_waits_for_no_call(tmp_path: Path) -> None:
    box = Toolbox()
    async with served(tmp_path, hosted=box) as (opened, path), talking(path) as (reader, writer):
        writer.write(slow("1"))
        assert await box.begun.get() == "1"
        opened.gateway.stop_wanted.set()
        assert await box.cancelled.get() == "1"
        with contextlib.suppress(ConnectionError):
            assert await reader.read() == b""


async def test_a_gateway_that_writes_no_rules_says_so(tmp_path: Path) -> None:
    async with served(tmp_path) as (opened, path), asyncio.TaskGroup() as group:
        group.create_task(opened.ask(request("ls", id="1")))
        await opened.until_waiting()
        async with Approver.connect(path, TOKEN) as me:
            [waiting] = await me.pending()
            with pytest.raises(ApproverRefused, match="writes no rules"):
                await me.propose(waiting.id)
            with pytest.raises(ApproverRefused, match="writes no rules"):
                await me.approve(waiting.id, ask_password=no_password, always=Always(rules=("ls",)))
            assert [view.id for view in await me.pending()] == [waiting.id]
            await me.deny(None)
