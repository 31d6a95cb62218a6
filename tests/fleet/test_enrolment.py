"""How a machine joins, at a real hub: once for an invitation, under a name and with a key of its own."""

import asyncio
import contextlib
import time
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from fleet.hubs import Hub, running_hub
from fleet.people import ROOT, key_of
from wicket.fleet.claims import read_member
from wicket.fleet.enrolment import Enrolment, Membership, enroll, invitation, read_invitation, renew
from wicket.fleet.errors import BadMessage, FleetError, HubAway
from wicket.fleet.hub_connection import Login, connected
from wicket.fleet.key_files import new_key
from wicket.fleet.nats_subjects_and_rights import BadName, shard_of
from wicket.fleet.signing_keys import KeyPair, Kind


@pytest.fixture
async def hub(tmp_path: Path) -> AsyncIterator[Hub]:
    async with running_hub(tmp_path) as running, helping(running):
        yield running


@contextlib.asynccontextmanager
async def helping(hub: Hub) -> AsyncIterator[None]:
    async with connected(hub.helper()) as link:
        await Enrolment(link, hub.keys, time.time).serve()
        yield


def invite(hub: Hub, id: str = "i1", **more: Any) -> str:
    settings: dict[str, Any] = {"id": id, "key": new_key(Kind.USER), "now": hub.now}
    return invitation(hub.keys, hub.address, ROOT.public, "ci", **(settings | more))


async def outcome_of(token: str, name: str) -> str:
    try:
        await enroll(token, name, key_of(name, Kind.USER))
    except FleetError as error:
        return str(error)
    return "joined"


@pytest.mark.rule("F-1", "F-2", "F-3", "F-4")
async def test_a_machine_joins_with_its_own_key_and_asks_at_once(hub: Hub) -> None:
    key = new_key(Kind.USER)
    joined = await enroll(invite(hub), "m1", key)
    assert (joined.hub, joined.root, joined.group, joined.machine) == (hub.address, ROOT.public, "ci", "m1")
    member = read_member(joined.claim, frozenset({hub.keys.machine_signer.public}))
    assert (member.name, member.key, member.tags) == (
        "m1",
        key.public,
        {"group": ("ci",), "shard": (shard_of("ci", "m1"),)},
    )
    assert member.expires - member.issued == 24 * 3600
    async with connected(joined.login(key)) as link:
        await link.store("m.ask.ci.m1.0", b"ask")
    # Whatever the hub keeps, the private key is not in it.
    async with connected(hub.helper()) as link:
        for name in ("ENROLLED", "INVITED"):
            for stored in [each async for each in link.fetch_all(f"$JS.API.DIRECT.GET.{name}", ">")]:
                assert key.secret_text.encode() not in stored.data
                assert key.public.encode() in stored.data


@pytest.mark.rule("F-3")
async def test_of_fifty_who_use_an_invitation_at_once_one_joins(hub: Hub) -> None:
    token = invite(hub)
    async with asyncio.TaskGroup() as tasks:
        tried = [tasks.create_task(outcome_of(token, f"m{number}")) for number in range(50)]
    counted = Counter(task.result() for task in tried)
    assert counted == {"joined": 1, "the invitation was used already; ask for another one": 49}


@pytest.mark.rule("F-3")
async def test_whoever_did_not_hear_the_answer_may_ask_again_with_the_same_key(hub: Hub) -> None:
    token = invite(hub)
    assert [await outcome_of(token, "m1") for _ in range(2)] == ["joined", "joined"]
    assert await outcome_of(token, "m2") == "the invitation was used already; ask for another one"


@pytest.mark.rule("F-3")
async def test_an_invitation_is_over_after_fifteen_minutes(hub: Hub) -> None:
    await outcome_of(invite(hub, now=hub.now - 15 * 60 + 60), "m1")
    with pytest.raises(HubAway):
        await enroll(invite(hub, "i2", now=hub.now - 15 * 60 - 1), "m2", new_key(Kind.USER))


@pytest.mark.rule("F-6")
async def test_an_invitation_for_three_is_good_for_three_for_an_hour_each(hub: Hub) -> None:
    token = invite(hub, uses=3)
    said = [await outcome_of(token, f"m{number}") for number in range(4)]
    assert said == ["joined", "joined", "joined", "the invitation was used already; ask for another one"]
    key = key_of("m0", Kind.USER)
    again = await enroll(token, "m0", key)
    member = read_member(again.claim, frozenset({hub.keys.machine_signer.public}))
    assert member.expires - member.issued == 3600


async def test_a_name_is_given_once_and_an_invitation_is_not_spent_on_one_that_is_taken(hub: Hub) -> None:
    await enroll(invite(hub), "m1", new_key(Kind.USER))
    token = invite(hub, "i2")
    with pytest.raises(FleetError, match="there is a machine called m1 in ci; choose another name"):
        await enroll(token, "m1", new_key(Kind.USER))
    assert await outcome_of(token, "m2") == "joined"


async def test_an_invitation_says_nothing_but_its_own_request(hub: Hub) -> None:
    """Its group, its number and its name are in its claim, and the server holds them."""
    invited = read_invitation(invite(hub))
    login = Login(hub.address, invited.claim, KeyPair.from_secret_text(invited.secret), f"_I.n.{invited.id}")
    async with connected(login) as link:
        for subject in (
            "n.enroll.prod.1.i1",
            "n.enroll.ci.9.i1",
            "n.enroll.ci.1.i2",
            "m.ask.ci.m1.0",
            "w.enrolled.ci.m1",
        ):
            with pytest.raises(HubAway):
                await link.ask(subject, b"{}")
        assert b"this is no request" in await link.ask("n.enroll.ci.1.i1", b"nonsense")


@pytest.mark.rule("F-4")
async def test_a_claim_is_renewed_for_the_key_that_was_enrolled(hub: Hub) -> None:
    key = new_key(Kind.USER)
    joined = await enroll(invite(hub), "m1", key)
    async with connected(joined.login(key)) as link:
        renewed = await renew(link, joined)
    member = read_member(renewed.claim, frozenset({hub.keys.machine_signer.public}))
    assert (member.name, member.key) == ("m1", key.public)
    async with connected(renewed.login(key)) as link:
        await link.store("m.ask.ci.m1.0", b"ask")
    stranger = hub.machine("m9")
    async with connected(stranger) as link:
        nobody = Membership(hub=hub.address, root="", group="ci", machine="m9", claim="")
        with pytest.raises(FleetError, match="there is no machine called m9 in ci; enrol it"):
            await renew(link, nobody)


async def test_what_is_no_invitation_is_refused(hub: Hub) -> None:
    for token in ("", "x", "wicket-invitation-1.", "wicket-invitation-1.e30=", "wicket-invitation-1.a"):
        with pytest.raises(BadMessage):
            await enroll(token, "m1", new_key(Kind.USER))
    with pytest.raises(BadName):
        await enroll(invite(hub), "M.1", new_key(Kind.USER))
    with pytest.raises(FleetError, match="for 1 to 1000 machines, not for 0"):
        invite(hub, uses=0)
