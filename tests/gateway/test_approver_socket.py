"""The approver's socket: who may speak there, and what comes of it."""

import asyncio
import contextlib
import os
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from gateway.gateways import Bench, bench, request
from host.processes import BOUND_S
from wicket.approver_client import Approver, ApproverRefused
from wicket.gateway import approver_socket
from wicket.gateway.approver_conversation import Offering
from wicket.gateway.approver_socket import MAX_CONNECTIONS, OTHER_USER, TOO_MANY, WRONG_TOKEN, ApproverDoor
from wicket.gateway.errors import NotStarted
from wicket.gateway.user_accounts import user_name
from wicket.wire.approver_messages import Approved
from wicket.wire.approver_views import Terms

TOKEN = "t" * 64
ME = os.geteuid()


@contextlib.asynccontextmanager
async def served(
    folder: Path,
    uids: tuple[int, ...] = (ME,),
    exempt: tuple[int, ...] = (),
    hosted: Offering | None = None,
    **settings: Any,
) -> AsyncIterator[tuple[Bench, Path]]:
    async with bench(folder, settings=settings) as opened:
        path = folder / "approver.sock"
        door = ApproverDoor(opened.gateway, path, token=TOKEN, version="1", uids=uids, exempt=exempt, hosted=hosted)
        async with asyncio.TaskGroup() as group:
            group.create_task(door.run())
            async with asyncio.timeout(BOUND_S):
                await door.ready.wait()
                try:
                    yield opened, path
                finally:
                    opened.gateway.deny_all(by="me", door="test")
                    opened.gateway.stop_wanted.set()


async def no_password(question: str) -> bytearray | None:
    raise AssertionError(question)


async def test_who_has_the_token_sees_the_line_and_decides(tmp_path: Path) -> None:
    async with served(tmp_path) as (opened, path), asyncio.TaskGroup() as group:
        yes, no = (group.create_task(opened.ask(request("echo hi", id=id))) for id in ("1", "2"))
        await opened.until_waiting(2)
        async with Approver.connect(path, TOKEN) as me:
            first, second = await me.pending()
            assert [(view.before, view.repeats, view.stages) for view in (first, second)] == [
                (0, 2, ("echo hi",)),
                (1, 2, ("echo hi",)),
            ]
            assert await me.approve(first.id, ask_password=no_password) == Approved()
            assert await me.deny(second.id, "not twice") == 1
            with pytest.raises(ApproverRefused, match=f"nothing called {first.id} waits"):
                await me.deny(first.id)
        assert (await yes).stdout == b"hi\n"
        assert ((await no).status, (await no).message) == ("denied", "not twice")
        decisions = [entry.fields for entry in await opened.entries("decision")]
        assert {(said["by"], said["door"]) for said in decisions} == {(user_name(ME), "command line")}


async def test_no_agreement_no_approval(tmp_path: Path) -> None:
    async with served(tmp_path) as (opened, path), asyncio.TaskGroup() as group:
        asked = group.create_task(opened.ask(request("true", id="1")))
        await opened.until_waiting()
        async with Approver.connect(path, TOKEN) as me:
            [waiting] = await me.pending()
            with pytest.raises(ApproverRefused, match="a grant is for 1 to 1000 times"):
                await me.approve(waiting.id, ask_password=no_password, terms=Terms(times=0, seconds=60))
            assert [view.id for view in await me.pending()] == [waiting.id]
            assert await me.deny(None, "all") == 1
        assert (await asked).status == "denied"


@pytest.mark.parametrize("token", ["", "t", "T" * 64, TOKEN + "t", "ü"])
async def test_who_has_not_the_token_learns_nothing(tmp_path: Path, token: str) -> None:
    async with served(tmp_path) as (_, path):
        with pytest.raises(ApproverRefused, match="^the token is not the approver's$"):
            async with Approver.connect(path, token):
                pass


async def test_who_was_turned_away_is_recorded_but_no_flood_of_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(approver_socket, "TURNED_AWAY_A_MINUTE", 2)
    async with bench(tmp_path) as opened:
        for uids, count in (((ME,), 3), ((ME + 1,), 1)):
            path = tmp_path / f"{count}.sock"
            door = ApproverDoor(opened.gateway, path, token=TOKEN, version="1", uids=uids, exempt=())
            opened.gateway.stop_wanted.clear()
            async with asyncio.timeout(BOUND_S), asyncio.TaskGroup() as group:
                group.create_task(door.run())
                await door.ready.wait()
                for _ in range(count):
                    with pytest.raises(ApproverRefused):
                        async with Approver.connect(path, "wrong"):
                            pass
                opened.gateway.stop_wanted.set()
        await opened.written()
        told = [entry.fields for entry in await opened.entries("turned_away")]
    assert [each["because"] for each in told] == [WRONG_TOKEN] * 2 + [OTHER_USER]
    assert {(each["approver"]["uid"], each["approver"]["pid"]) for each in told} == {(ME, os.getpid())}


async def test_the_record_names_the_process_that_decided(tmp_path: Path) -> None:
    async with served(tmp_path) as (opened, path), asyncio.TaskGroup() as group:
        for id in ("1", "2", "3"):
            group.create_task(opened.ask(request("ls /tmp", id=id)))
            await opened.until_waiting(int(id))
        async with Approver.connect(path, TOKEN) as me:
            first, second, _ = await me.pending()
            made = (await me.approve(first.id, ask_password=no_password, terms=Terms(times=2, seconds=60.0))).grant
            assert made is not None
            await me.deny(second.id)
            with pytest.raises(ApproverRefused):
                await me.deny(second.id)
            await me.revoke(made.id)
            await me.deny(None)
        await opened.written()
        told = [entry.fields for entry in await opened.entries("approver")]
        assert [(each["act"], each["subject"]) for each in told] == [
            ("grant", made.id),
            ("approve", first.id),
            ("deny", second.id),
            ("revoke", made.id),
            ("deny all", ""),
        ]
        assert {each["approver"]["pid"] for each in told} == {os.getpid()}


async def test_silent_visitors_keep_nobody_out_but_approvers_do(tmp_path: Path) -> None:
    async with served(tmp_path) as (opened, path), contextlib.AsyncExitStack() as visits:
        for _ in range(2 * MAX_CONNECTIONS):
            _, writer = await asyncio.open_unix_connection(path)
            visits.callback(writer.close)
        me, *_ = [await visits.enter_async_context(Approver.connect(path, TOKEN)) for _ in range(MAX_CONNECTIONS)]
        with pytest.raises(ApproverRefused):
            async with Approver.connect(path, TOKEN):
                pass
        assert await me.pending() == ()
        await opened.written()
        assert [entry.fields["because"] for entry in await opened.entries("turned_away")] == [TOO_MANY]


async def test_who_only_approves_needs_no_token(tmp_path: Path) -> None:
    async with served(tmp_path, exempt=(ME,)) as (_, path), Approver.connect(path) as me:
        assert await me.pending() == ()


async def test_another_user_gets_no_byte(tmp_path: Path) -> None:
    async with served(tmp_path, uids=(ME + 1,)) as (_, path):
        reader, writer = await asyncio.open_unix_connection(path)
        with contextlib.suppress(ConnectionError):
            assert await reader.read() == b""
        writer.close()


@pytest.mark.parametrize(
    "line", [b"\n", b"{}\n", b'{"op":"look"}\n', b"x" * 100_000 + b"\n", b'{"op":"hello","token":1}\n']
)
async def test_nonsense_opens_nothing(tmp_path: Path, line: bytes) -> None:
    async with served(tmp_path) as (_, path):
        reader, writer = await asyncio.open_unix_connection(path)
        writer.write(line)
        with contextlib.suppress(ConnectionError):
            said = await reader.read()
            assert b"welcome" not in said
            assert b"waiting" not in said
        writer.close()
        async with Approver.connect(path, TOKEN) as me:
            assert await me.pending() == ()


async def test_one_gateway_for_a_socket_and_no_trace_after_it(tmp_path: Path) -> None:
    async with served(tmp_path) as (opened, path):
        assert path.stat().st_mode & 0o777 == 0o600
        second = ApproverDoor(opened.gateway, path, token=TOKEN, version="1", uids=(ME,), exempt=())
        with pytest.raises(NotStarted, match="already running"):
            await second.run()
    assert not path.exists()


async def test_other_users_can_reach_a_socket_that_is_theirs_too(tmp_path: Path) -> None:
    async with served(tmp_path, uids=(ME, ME + 1)) as (_, path):
        assert path.stat().st_mode & 0o777 == 0o666
