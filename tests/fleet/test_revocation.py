"""A member that is cut off, at a real hub: at once, for good, and nobody else notices."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bounds import SOON_S
from fleet.hubs import GROUPS, Hub, running_hub
from fleet.people import key_of
from wicket.fleet.errors import BadKey, HubAway
from wicket.fleet.hub_connection import Login, connected
from wicket.fleet.revocation import revoke
from wicket.fleet.signing_keys import Kind


@pytest.fixture
async def hub(tmp_path: Path) -> AsyncIterator[Hub]:
    async with running_hub(tmp_path) as running:
        yield running


async def cut_off(hub: Hub, login: Login, kind: str = "machines", later_s: int = 1) -> None:
    async with connected(hub.system()) as system:
        await revoke(system, hub.keys, GROUPS, kind, login.key.public, hub.now + later_s)


async def is_let_in(login: Login) -> bool:
    try:
        async with connected(login):
            return True
    except HubAway:
        return False


@pytest.mark.rule("F-7")
async def test_a_machine_is_cut_off_at_once_and_for_good_and_others_notice_nothing(hub: Hub) -> None:
    bad, good = hub.machine("m1"), hub.machine("m2")
    async with connected(bad) as cut, connected(good) as other, connected(hub.approver("alice")) as alice:
        await cut.store("m.ask.ci.m1.0", b"before")
        await cut_off(hub, bad)
        async with asyncio.timeout(SOON_S):
            await cut.ended.wait()
        with pytest.raises(HubAway):
            await cut.store("m.ask.ci.m1.0", b"after")
        await other.store("m.ask.ci.m2.0", b"goes on")
        assert not other.ended.is_set()
        found = {stored.data async for stored in alice.fetch_all("a.get.asks.ci", ">")}
        assert found == {b"before", b"goes on"}
    assert [await is_let_in(login) for login in (bad, good)] == [False, True]
    # Nor does a claim that is made later let the same key in.
    hub.now += 3600
    assert not await is_let_in(hub.machine("m1"))


@pytest.mark.rule("F-7")
async def test_whoever_was_cut_off_stays_so_when_another_is_and_when_the_server_was_killed(hub: Hub) -> None:
    machines = [hub.machine(f"m{number}") for number in range(3)]
    await cut_off(hub, machines[0], later_s=1)
    await cut_off(hub, machines[1], later_s=2)
    hub.kill()
    await hub.start()
    assert [await is_let_in(login) for login in machines] == [False, False, True]


@pytest.mark.rule("F-7")
async def test_an_approver_is_cut_off_alike(hub: Hub) -> None:
    alice, bob = hub.approver("alice"), hub.approver("bob")
    await cut_off(hub, alice, "approvers")
    assert [await is_let_in(login) for login in (alice, bob, hub.machine("m1"))] == [False, True, True]


async def test_only_a_key_that_logs_in_can_be_cut_off(hub: Hub) -> None:
    async with connected(hub.system()) as system:
        for key in ("", key_of("alice").public, key_of("a", Kind.ACCOUNT).public):
            with pytest.raises(BadKey):
                await revoke(system, hub.keys, GROUPS, "machines", key, hub.now)
