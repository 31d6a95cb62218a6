"""A connection to a hub: to which it is made, and hubs that are away, slow or answer nonsense."""

import asyncio
import contextlib
import socket
import struct
import subprocess
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import nats.errors
import pytest
from nats.aio.client import Client

import wicket.fleet.hub_connection
from bounds import BOUND_S
from fleet.hubs import Hub, new_keys, running_hub
from wicket.fleet.errors import FleetError, HubAway, HubRefused
from wicket.fleet.hub_configuration import HubPlace
from wicket.fleet.hub_connection import Login, connected


@pytest.fixture
async def hub(tmp_path: Path) -> AsyncIterator[Hub]:
    async with running_hub(tmp_path) as running:
        yield running


async def refused(login: Login) -> str:
    with pytest.raises(FleetError) as caught:
        async with connected(login):
            pytest.fail("it was connected")
    return str(caught.value)


@pytest.mark.rule("F-9")
async def test_without_tls_nobody_connects_to_another_machine(hub: Hub) -> None:
    said = await refused(replace(hub.machine("m1"), address="nats://10.0.0.1:4222"))
    assert said == "nats://10.0.0.1:4222 is no safe address of a hub; use tls://HOST:PORT"


@pytest.mark.rule("F-48")
async def test_of_several_servers_one_that_answers_is_taken(hub: Hub) -> None:
    login = hub.machine("m1")
    several = replace(login, address=f"nats://127.0.0.1:9, {hub.address},nats://127.0.0.1:10")
    for _ in range(8):  # which one is tried first is left to chance
        async with connected(several) as link:
            assert link.address == hub.address
    assert "there is no hub at nats://127.0.0.1:" in await refused(
        replace(login, address="nats://127.0.0.1:9,nats://127.0.0.1:10")
    )


@pytest.mark.rule("F-9")
async def test_of_several_servers_none_is_without_tls(hub: Hub) -> None:
    login = hub.machine("m1")
    said = await refused(replace(login, address=f"{hub.address},nats://10.0.0.1:4222"))
    assert said == "nats://10.0.0.1:4222 is no safe address of a hub; use tls://HOST:PORT"
    said = await refused(replace(login, address=f"{hub.address},tls://hub.example.com:4222"))
    assert said.endswith("either all servers of a hub have TLS, or none")


def make_certificate(folder: Path) -> tuple[Path, Path]:
    """A certificate for 127.0.0.1 that nobody but us trusts."""
    certificate, key = folder / "c.pem", folder / "k.pem"
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    names = ["-subj", "/CN=hub", "-addext", "subjectAltName=IP:127.0.0.1", "-days", "2"]
    files = ["-keyout", str(key), "-out", str(certificate)]
    subprocess.run([*command, *names, *files], check=True, capture_output=True)
    return certificate, key


@pytest.mark.rule("F-9")
async def test_a_certificate_is_verified_and_tls_is_never_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    certificate, key = make_certificate(tmp_path)
    hub = Hub(tmp_path, new_keys(), HubPlace("127.0.0.1", 4222, str(tmp_path), str(certificate), str(key)))
    try:
        await hub.start()
        address = hub.address.replace("nats://", "tls://")
        login = replace(hub.machine("m1"), address=address, ca=str(certificate))
        async with connected(login) as link:
            assert link.address == address
        assert "certificate" in (await refused(replace(login, ca=""))).lower()
        # Without TLS the server does not say a word.
        monkeypatch.setattr(wicket.fleet.hub_connection, "CONNECT_S", 0.5)
        await refused(replace(login, address=hub.address.replace("tls://", "nats://")))
    finally:
        hub.kill()
    assert "cannot read the certificates" in await refused(replace(login, ca=str(tmp_path / "none")))


async def test_a_server_that_would_talk_without_tls_is_not_talked_to(hub: Hub) -> None:
    """What listens there speaks first, in plain text; a client that went on would give its name away."""
    address = hub.address.replace("nats://", "tls://")
    assert (await refused(replace(hub.machine("m1"), address=address))).startswith(f"there is no hub at {address}")


async def test_there_is_no_hub_where_nothing_listens(hub: Hub) -> None:
    hub.kill()
    login = hub.machine("m1")
    assert (await refused(login)).startswith(f"there is no hub at {login.address}")


async def served_by(login: Login, *acts: str) -> tuple[str, int]:
    """Connect to a server that does one of the acts for each connection; say how that ended and how many there were."""
    came = 0

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal came
        act = acts[min(came, len(acts) - 1)]
        came += 1
        writer.write(b'INFO {"version": "2.11.0", "auth_required": true, "nonce": "n"}\r\n')
        await reader.readline()  # CONNECT
        if act == "refuse":
            writer.write(b"-ERR 'Authorization Violation'\r\n")
            await reader.read()
        else:
            linger = struct.pack("ii", 1, 0)  # closing sends a reset
            writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        writer.close()

    async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        said = await refused(replace(login, address=f"nats://127.0.0.1:{port}"))
        return said.replace(str(port), "PORT"), came


async def test_a_refusal_that_a_reset_destroyed_is_asked_for_again(hub: Hub) -> None:
    assert await served_by(hub.machine("m1"), "reset", "reset", "refuse") == (
        "the hub at nats://127.0.0.1:PORT does not let us in: nats: 'Authorization Violation'",
        3,
    )


async def test_a_hub_that_resets_each_connection_is_away(hub: Hub) -> None:
    said, connections = await served_by(hub.machine("m1"), "reset")
    assert said.startswith("there is no hub at nats://127.0.0.1:PORT: ")
    assert connections == 3


@pytest.mark.rule("F-41")
async def test_an_answer_that_does_not_come_in_time_is_a_hub_that_is_away(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wicket.fleet.hub_connection, "ANSWER_S", 0.2)

    async def silent(subject: str, data: bytes) -> bytes:
        await asyncio.Event().wait()
        return b""

    async with connected(hub.helper()) as helper, connected(hub.machine("m1")) as machine:
        await helper.serve("w.renew.ci.m1", silent)
        with pytest.raises(HubAway, match="is away: no answer in time"):
            await machine.ask("m.renew.ci.m1", b"")


@pytest.mark.rule("F-41")
@pytest.mark.parametrize("answer", [b"", b"nonsense", b"{}", b"[]", b'{"stream":"X"}', b'{"stream":"X","seq":0}'])
async def test_an_acknowledgement_that_is_nonsense_is_none(hub: Hub, answer: bytes) -> None:
    async def lie(subject: str, data: bytes) -> bytes:
        return answer

    async with connected(hub.helper()) as helper, connected(hub.machine("m1")) as machine:
        await helper.serve("w.renew.ci.m1", lie)
        with pytest.raises(HubAway, match="answered with nonsense"):
            await machine.store("m.renew.ci.m1", b"")
        with pytest.raises(HubAway, match="answered with nonsense"):
            await machine.fetch("m.renew.ci.m1")


@pytest.mark.rule("F-41")
async def test_what_is_forbidden_is_said_at_once(hub: Hub) -> None:
    async with connected(hub.machine("m1")) as machine:
        async with asyncio.timeout(wicket.fleet.hub_connection.ANSWER_S / 2):
            with pytest.raises(HubRefused, match="the hub forbids it: permissions violation"):
                await machine.store("m.ask.ci.m2.0", b"")
            with pytest.raises(HubAway, match="nobody answers at .* for m.renew.ci.m1"):
                await machine.ask("m.renew.ci.m1", b"")


async def test_whoever_waits_is_told_when_the_connection_ends(hub: Hub) -> None:
    began = asyncio.Event()

    async def kill(subject: str, data: bytes) -> bytes:
        began.set()
        await asyncio.Event().wait()
        return b""

    async with connected(hub.helper()) as helper, connected(hub.machine("m1")) as machine:
        await helper.serve("w.renew.ci.m1", kill)
        async with asyncio.TaskGroup() as tasks:
            asked = tasks.create_task(_away(machine.ask("m.renew.ci.m1", b"")))
            await began.wait()
            hub.kill()
        assert asked.result()
        await machine.ended.wait()


@pytest.mark.parametrize("error", [None, nats.errors.ConnectionClosedError()])
async def test_a_task_is_cancelled_though_the_client_forgets_it(
    hub: Hub, monkeypatch: pytest.MonkeyPatch, error: Exception | None
) -> None:
    """As it does when the answer, or the end of the connection, comes at the same moment."""
    began = asyncio.Event()

    async def forgetful(*asked: object, **settings: object) -> object:
        began.set()
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.Event().wait()
        if error is not None:
            raise error
        return SimpleNamespace(data=b"", headers=None)

    async with connected(hub.machine("m1")) as machine, asyncio.TaskGroup() as tasks:
        monkeypatch.setattr(machine._client, "request", forgetful)
        asked = tasks.create_task(machine.ask("m.renew.ci.m1", b""))
        await began.wait()
        asked.cancel()
        await asyncio.wait({asked})
    assert asked.cancelled()


async def _away(asking: object) -> bool:
    try:
        await asking  # type: ignore[misc]
    except HubAway:
        return True
    return False


async def test_pages_are_fetched_to_the_end(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wicket.fleet.hub_connection, "_PAGE", 3)
    async with connected(hub.machine("m1")) as machine, connected(hub.approver("alice")) as alice:
        for place in "01234567":
            await machine.store(f"m.ask.ci.m1.{place}", place.encode())
        found = [stored.data.decode() async for stored in alice.fetch_all("a.get.asks.ci", "w.ask.ci.>")]
        assert found == list("01234567")
        assert [each async for each in alice.fetch_all("a.get.asks.ci", "w.ask.ci.m9.>")] == []


@pytest.mark.rule("F-46")
async def test_no_member_makes_a_consumer(hub: Hub) -> None:
    async with connected(hub.machine("m1")) as machine, connected(hub.approver("alice")) as alice:
        await machine.store("m.ask.ci.m1.0", b"x")
        _ = [each async for each in alice.fetch_all("a.get.asks.ci", ">")]
        await machine.fetch("m.get.vote.ci.m1.t.alice")
        async with connected(hub.helper()) as helper:
            for name in ("ASKS_ci", "VOTES"):
                answer = await helper.ask(f"$JS.API.CONSUMER.NAMES.{name}", b"{}")
                assert b'"total":0' in answer


@pytest.mark.rule("F-41")
async def test_an_end_that_the_client_does_not_tell_of_is_seen(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    """As when a server hung: the client is closed, could not get rid of what it had to say, and calls nobody."""
    monkeypatch.setattr(wicket.fleet.hub_connection, "LOOK_S", 0.01)
    async with connected(hub.machine("m1")) as link:
        status = link._client._status
        link._client._status = Client.CLOSED
        async with asyncio.timeout(BOUND_S):
            await link.until_ended()
        assert link.ended.is_set()
        link._client._status = status
