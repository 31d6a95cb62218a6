"""A claim is renewed at half of its life, whatever the clocks say."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from fleet.fleets import until
from fleet.hubs import Hub, running_hub
from fleet.people import ROOT
from wicket.fleet.claim_renewal import ClaimRenewal
from wicket.fleet.claims import lifetime
from wicket.fleet.enrolment import Enrolment, Membership, enroll, invitation
from wicket.fleet.hub_connection import connected
from wicket.fleet.key_files import new_key
from wicket.fleet.signing_keys import Kind


@contextlib.asynccontextmanager
async def member(hub: Hub, ahead_s: float = 0.0) -> AsyncIterator[tuple[Membership, ClaimRenewal, list[Membership]]]:
    """A machine that has joined, with somebody who renews. The hub's clock is so far ahead."""
    key = new_key(Kind.USER)
    kept: list[Membership] = []
    async with connected(hub.helper()) as helper, asyncio.TaskGroup() as tasks:
        await Enrolment(helper, hub.keys, lambda: time.time() + ahead_s).serve()
        token = invitation(
            hub.keys, hub.address, ROOT.public, "ci", id="i1", key=new_key(Kind.USER), now=int(time.time())
        )
        joined = await enroll(token, "m1", key)
        async with connected(joined.login(key)) as link:
            renewal = ClaimRenewal(joined, kept.append)
            running = tasks.create_task(renewal.run())
            try:
                await renewal.up(link)
                yield joined, renewal, kept
            finally:
                running.cancel()


@pytest.mark.rule("F-4")
async def test_a_claim_from_before_the_start_is_renewed_at_once_and_kept(tmp_path: Path) -> None:
    async with running_hub(tmp_path) as hub, member(hub) as (joined, renewal, kept):
        await until(lambda: kept)
        assert kept == [renewal.membership]
        assert lifetime(kept[0].claim)[1] >= lifetime(joined.claim)[1]
        issued, ends = lifetime(kept[0].claim)
        assert ends - issued == 24 * 3600
        assert 12 * 3600 - 60 < renewal._due_s() <= 12 * 3600


@pytest.mark.rule("F-23")
async def test_the_hubs_clock_does_not_decide_when(tmp_path: Path) -> None:
    async with running_hub(tmp_path) as hub, member(hub, ahead_s=3600.0) as (_, renewal, kept):
        await until(lambda: kept)
        assert 12 * 3600 - 60 < renewal._due_s() <= 12 * 3600


@pytest.mark.rule("F-49")
async def test_without_the_helper_it_is_tried_again(tmp_path: Path) -> None:
    async with running_hub(tmp_path) as hub:
        kept: list[Membership] = []
        login = hub.machine("m1")
        joined = Membership(hub=hub.address, root=ROOT.public, group="ci", machine="m1", claim=login.claim)
        async with connected(login) as link:
            renewal = ClaimRenewal(joined, kept.append)
            assert await renewal._renew(link) == 24 * 3600 / 50
            assert (kept, renewal.membership) == ([], joined)
