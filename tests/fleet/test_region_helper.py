"""A region's helper keeps its server at what the hub says: who is cut off there is cut off here."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import TypeVar

import pytest

from bounds import BOUND_S
from fleet.fleets import until
from fleet.regions import RegionHub, region_and_hub
from wicket.fleet.enrolment import enroll, invitation, read_invitation, renew
from wicket.fleet.errors import FleetError, HubAway, HubRefused
from wicket.fleet.hub_connection import connected
from wicket.fleet.hub_helper import HubHelper
from wicket.fleet.key_files import new_key
from wicket.fleet.parts_on_one_connection import LinkedParts
from wicket.fleet.people_enrolment import enroll_person, renew_person
from wicket.fleet.region_helper import RegionHelper, rejoin
from wicket.fleet.revocation import revoke
from wicket.fleet.signing_keys import Kind

T = TypeVar("T")


async def at_last(work: Callable[[], Awaitable[T]]) -> T:
    """While the region's server joins the hub anew, nobody answers."""
    async with asyncio.timeout(BOUND_S):
        while True:
            try:
                return await work()
            except HubAway:
                await asyncio.sleep(0.1)


@asynccontextmanager
async def helped(both: RegionHub, told: list[str]) -> AsyncIterator[None]:
    """With the hub's helper, and the region's."""
    ready = asyncio.Event()
    at_hub = HubHelper(both.hub_files, "1.2.3")
    at_hub.ready = ready.set
    here = RegionHelper(both.files, told.append, every_s=0.1)
    async with (
        LinkedParts(both.hub_files.helper_login, [at_hub]).running(),
        LinkedParts(both.files.helper_login, [here]).running(),
    ):
        async with asyncio.timeout(BOUND_S):
            await ready.wait()
        await until(lambda: told[-1:] == [""])
        yield


@pytest.mark.rule("F-7", "F-48")
async def test_who_is_cut_off_at_the_hub_is_cut_off_in_the_region_and_gets_no_claim(tmp_path: Path) -> None:
    told: list[str] = []
    async with region_and_hub(tmp_path) as both, helped(both, told):
        keys, plan = both.hub.keys, both.files.plan()
        made = invitation(
            keys,
            plan.address,
            both.hub_files.plan().root,
            "ci",
            id="1",
            key=new_key(Kind.USER),
            now=both.hub.now,
            uses=2,
        )
        bad, good = new_key(Kind.USER), new_key(Kind.USER)
        members = [await at_last(partial(enroll, made, name, key)) for name, key in (("bad", bad), ("good", good))]
        async with connected(members[0].login(bad)) as one, connected(members[1].login(good)) as other:
            assert (await at_last(partial(renew, one, members[0]))).machine == "bad"
            async with connected(both.hub.system()) as system:
                await revoke(system, keys, both.hub.groups, "machines", bad.public, both.hub.now)
            async with asyncio.timeout(BOUND_S):
                await one.until_ended()
            assert (await at_last(partial(renew, other, members[1]))).machine == "good"
        with pytest.raises(HubAway):
            async with connected(members[0].login(bad)):
                pytest.fail("it was let in")


@pytest.mark.rule("F-7")
async def test_who_is_cut_off_gets_no_claim_in_a_region_that_has_not_heard_of_it(tmp_path: Path) -> None:
    """Its helper may be down: then a claim lasts as long as it lasts, and there is no other."""
    async with region_and_hub(tmp_path) as both:
        keys, plan, root = both.hub.keys, both.files.plan(), both.hub_files.plan().root
        ready = asyncio.Event()
        helper = HubHelper(both.hub_files, "1.2.3")
        helper.ready = ready.set
        async with LinkedParts(both.hub_files.helper_login, [helper]).running():
            async with asyncio.timeout(BOUND_S):
                await ready.wait()
            made = invitation(keys, plan.address, root, "ci", id="1", key=new_key(Kind.USER), now=both.hub.now)
            asked = invitation(
                keys, plan.address, root, "", id="2", key=new_key(Kind.USER), now=both.hub.now, uses="alice"
            )
            key, alice = new_key(Kind.USER), new_key(Kind.PERSON)
            member = await enroll(made, "bad", key)
            person = await enroll_person(read_invitation(asked), alice)
            async with connected(both.hub.system()) as system:
                await revoke(system, keys, both.hub.groups, "machines", key.public, both.hub.now)
                await revoke(system, keys, both.hub.groups, "approvers", alice.login().public, both.hub.now)
            async with connected(both.files.system_login()) as system:
                await rejoin(system)
            for each in (member.login(key), person.login(alice)):
                await both.reached(each)
            async with connected(member.login(key)) as link:
                with pytest.raises(FleetError, match="the machine bad of ci was cut off"):
                    await renew(link, member)
            async with connected(person.login(alice)) as link:
                with pytest.raises(FleetError, match="alice was cut off"):
                    await renew_person(link, person, alice)


async def test_a_region_whose_hub_does_not_answer_says_so_once(tmp_path: Path) -> None:
    told: list[str] = []
    async with region_and_hub(tmp_path) as both:
        async with helped(both, told):
            told.clear()
            both.kill("hub")
            await until(lambda: told)
            both.start("hub")
            await until(lambda: told[-1] == "")
        assert [bool(each) for each in told] == [True, False]
        with pytest.raises(HubRefused):  # its login asks for one thing
            async with connected(both.files.helper_login()) as link:
                await link.ask("m.get.roster", b"")
