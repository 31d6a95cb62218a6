"""The hooks' socket: whoever is silent, another user, or makes no sense gets nothing; the others are served."""

import asyncio
import contextlib
import os
import socket
import threading
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

from bounds import BOUND_S
from doors.hook_clients import short_folder
from wicket.doors import call_record
from wicket.doors.hook_messages import ALONE, ANSWER, OTHER_VERSION, REFUSED, answer, message, question, read_header
from wicket.gateway.hook_socket import NOT_ADMITTED, HookDoor, Patience
from wicket.gateway.judge_pool import Judges
from wicket.gateway.record_ledger import Ledger
from wicket.gateway.record_writer_thread import Recorder
from wicket.gateway.request_lifecycle import Gateway

ASKED = question("1", ["--agent", "claude-code"], "/", {}, b"{}")


class StandIn(Judges):
    """Answers at once, or when it is told to."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[tuple[bytes, object]] = []
        self.said: tuple[bytes, Any] = (answer(0, b"said", b""), None)
        self.has_one = asyncio.Event()
        self.left = asyncio.Event()
        self.release = asyncio.Event()
        self.release.set()

    async def hook(
        self, asked: bytes, whose: object = None, decided: tuple[str, str] | None = None
    ) -> tuple[bytes, Any]:
        self.asked.append((asked, whose))
        self.has_one.set()
        try:
            await self.release.wait()
        except asyncio.CancelledError:
            self.left.set()
            raise
        return self.said


class Served:
    def __init__(self, door: HookDoor, judges: StandIn, ledger: Ledger) -> None:
        self.door = door
        self.judges = judges
        self.ledger = ledger

    async def say(self, data: bytes) -> bytes:
        """Say something, and give all that comes back."""
        reader, writer = await asyncio.open_unix_connection(self.door.path)
        try:
            async with asyncio.timeout(BOUND_S):
                writer.write(data)
                with contextlib.suppress(ConnectionError):
                    return await reader.read()
                return b""
        finally:
            writer.close()


@contextlib.asynccontextmanager
async def served(
    folder: Path,
    patience: Patience | None = None,
    uids: frozenset[int] | None = None,
    look_at_spool: Callable[[], object] | None = None,
) -> AsyncIterator[Served]:
    ledger = Ledger(folder / "ledger")
    recorder = Recorder(ledger)
    gateway = Gateway.open(ledger, recorder)
    judges = StandIn()
    door = HookDoor(
        gateway, judges, folder / "hook.sock", version="1", uids=uids, patience=patience, look_at_spool=look_at_spool
    )
    try:
        async with asyncio.timeout(BOUND_S), asyncio.TaskGroup() as group:
            group.create_task(door.run())
            await door.ready.wait()
            yield Served(door, judges, ledger)
            gateway.stop_wanted.set()
    finally:
        gateway.close()
        await judges.close()
        await recorder.close()
        ledger.close()
    assert not door.path.exists()


async def test_a_question_is_answered_whole_or_in_pieces() -> None:
    with short_folder() as folder:
        async with served(folder) as here:
            assert await here.say(ASKED) == answer(0, b"said", b"")
            reader, writer = await asyncio.open_unix_connection(here.door.path)
            for at in range(len(ASKED)):
                writer.write(ASKED[at : at + 1])
                await writer.drain()
                await asyncio.sleep(0)
            assert read_header((await reader.read())[:12])[0] == ANSWER
            writer.close()
            assert [asked for asked, _ in here.judges.asked] == [ASKED, ASKED]
            assert here.judges.asked[0][1] == here.judges.asked[1][1] == ("hook", os.geteuid(), os.getsid(0))


async def test_another_version_is_told_so_and_is_not_judged() -> None:
    with short_folder() as folder:
        async with served(folder) as here:
            said = await here.say(question("2", [], "/", {}, b""))
            assert (said, here.judges.asked) == (message(OTHER_VERSION, b"1"), [])


@pytest.mark.parametrize(
    "data", [b"GET / HTTP/1.1\r\n\r\n", b"WKH1\xff\xff\xff\xff", ASKED + b"x", b"WKH1\0\0\0\4\0\0\1\0"]
)
async def test_what_is_no_question_is_cut_off(data: bytes) -> None:
    with short_folder() as folder:
        async with served(folder) as here:
            assert (await here.say(data), here.judges.asked) == (b"", [])


async def test_whoever_is_silent_is_cut_off() -> None:
    with short_folder() as folder:
        async with served(folder, Patience(question_s=0.05)) as here:
            assert await here.say(ASKED[:5]) == b""


async def test_another_user_is_cut_off_and_that_is_recorded() -> None:
    with short_folder() as folder:
        async with served(folder, uids=frozenset({os.geteuid() + 1})) as here:
            assert (await here.say(ASKED), here.judges.asked) == (b"", [])
        reader = Ledger(folder / "ledger")
        assert [entry.fields["reason"] for entry in reader.entries(kind="rejected")] == [NOT_ADMITTED]
        reader.close()


async def test_there_are_only_so_many_at_once() -> None:
    with short_folder() as folder:
        async with served(folder, Patience(in_flight=1)) as here:
            here.judges.release.clear()
            async with asyncio.TaskGroup() as group:
                first = group.create_task(here.say(ASKED))
                await here.judges.has_one.wait()
                assert read_header((await here.say(ASKED))[:12])[0] == REFUSED
                here.judges.release.set()
            assert read_header(first.result()[:12])[0] == ANSWER


async def test_whoever_leaves_is_not_judged_any_further() -> None:
    with short_folder() as folder:
        async with served(folder) as here:
            here.judges.release.clear()
            connection = socket.socket(socket.AF_UNIX)
            connection.connect(str(here.door.path))
            connection.sendall(ASKED)
            await here.judges.has_one.wait()
            connection.close()
            await here.judges.left.wait()


async def test_a_stop_waits_for_no_verdict_without_end() -> None:
    with short_folder() as folder:
        async with served(folder, Patience(drain_s=0.05)) as here:
            here.judges.release.clear()
            reader, writer = await asyncio.open_unix_connection(here.door.path)
            writer.write(ASKED)
            await here.judges.has_one.wait()
            here.door.gateway.stop_wanted.set()
            assert await reader.read() == b""
            writer.close()


async def test_what_was_answered_is_recorded() -> None:
    with short_folder() as folder:
        async with served(folder) as here:
            record = call_record.failed("claude-code", b'{"session_id": "s", "tool_use_id": "t"}', "it is broken")
            here.judges.said = (here.judges.said[0], record)
            await here.say(ASKED)
            here.judges.said = (here.judges.said[0], {"kind": "whatever"})
            await here.say(ASKED)
        reader = Ledger(folder / "ledger")
        found = [(entry.request, entry.fields["decision"]) for entry in reader.entries(kind="decision")]
        reader.close()
        assert found == [("hook:claude-code:s:t", "refused")]


async def test_the_spool_is_looked_at_once_after_hooks_were_left_alone() -> None:
    looked: list[int] = []
    done = threading.Event()

    def look() -> None:
        looked.append(1)
        done.set()

    with short_folder() as folder:
        async with served(folder, Patience(spool_s=0.2), look_at_spool=look) as here:
            here.judges.said = (message(ALONE, b""), None)
            for _ in range(3):
                await here.say(ASKED)
            assert await asyncio.to_thread(done.wait, BOUND_S)
        assert looked == [1]


async def test_a_spool_that_cannot_be_taken_over_stops_nothing(caplog: pytest.LogCaptureFixture) -> None:
    done = threading.Event()

    def look() -> None:
        done.set()
        raise OSError("the disk is full")

    with short_folder() as folder:
        async with served(folder, Patience(spool_s=0.0), look_at_spool=look) as here:
            here.judges.said = (message(ALONE, b""), None)
            await here.say(ASKED)
            assert await asyncio.to_thread(done.wait, BOUND_S)
            assert await here.say(ASKED) == message(ALONE, b"")
    assert "the disk is full" in caplog.text
