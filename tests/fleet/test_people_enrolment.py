"""How a person comes in: once for an invitation, and with the rights of the roster in force."""

import contextlib
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from fleet.fleets import publish_roster, roster_now
from fleet.hubs import Hub, running_hub
from fleet.people import ROOT, key_of, person
from wicket.fleet.claims import tags_in
from wicket.fleet.enrolment import Invitation, enroll, invitation
from wicket.fleet.errors import BadMessage, FleetError, HubRefused
from wicket.fleet.hub_connection import connected
from wicket.fleet.key_files import new_key
from wicket.fleet.nats_subjects_and_rights import BadName
from wicket.fleet.people_enrolment import (
    PeopleEnrolment,
    PersonMembership,
    enroll_person,
    invited_person,
    person_keys,
    renew_person,
)
from wicket.fleet.signing_keys import KeyPair, Kind


@pytest.fixture
async def hub(tmp_path: Path) -> AsyncIterator[Hub]:
    async with running_hub(tmp_path) as running, helping(running):
        yield running


@contextlib.asynccontextmanager
async def helping(hub: Hub) -> AsyncIterator[None]:
    async with connected(hub.helper()) as link:
        await PeopleEnrolment(link, hub.keys, ROOT.public, time.time).serve()
        yield


def invite(hub: Hub, name: str = "alice", id: str = "i1") -> str:
    now = int(time.time())
    return invitation(hub.keys, hub.address, ROOT.public, "", id=id, key=new_key(Kind.USER), now=now, uses=name)


def invited(hub: Hub, name: str = "alice", id: str = "i1") -> Invitation:
    found = invited_person(invite(hub, name, id))
    assert found is not None
    return found


async def come_in(hub: Hub, key: KeyPair, id: str = "i1") -> PersonMembership:
    return await enroll_person(invited(hub, id=id), key)


@pytest.mark.rule("F-1", "F-3")
async def test_an_invitation_is_for_one_name_once_and_only_the_public_keys_are_kept(hub: Hub) -> None:
    alice, token = key_of("alice"), invited(hub)
    member = await enroll_person(token, alice)
    assert (member.name, member.root) == ("alice", ROOT.public)
    await enroll_person(token, alice)  # who did not hear the answer may ask again
    with pytest.raises(FleetError, match="the invitation was used already"):
        await enroll_person(token, key_of("mallory"))
    async with connected(hub.helper()) as link:
        assert await person_keys(link, "alice") == [alice.login().public]
        kept = [each.data async for each in link.fetch_all("$JS.API.DIRECT.GET.ENROLLED", ">")]
        assert alice.secret_text.encode() not in b"".join(kept)
        assert alice.login().secret_text.encode() not in b"".join(kept)


@pytest.mark.rule("F-13")
async def test_rights_are_those_of_the_roster_and_without_it_there_are_none(hub: Hub) -> None:
    alice = key_of("alice")
    member = await come_in(hub, alice)
    assert tags_in(member.claim) == {}
    async with connected(member.login(alice)) as link:
        with pytest.raises(HubRefused):
            await link.store("a.vote.ci.m1.t1.alice", b"vote")
    await publish_roster(hub, roster_now(person("alice", may=("approve", "audit"))))
    async with connected(member.login(alice)) as link:
        renewed = await renew_person(link, member, alice)
    assert tags_in(renewed.claim) == {"group": ("ci",), "audit": ("ci",)}
    async with connected(renewed.login(alice)) as link:
        await link.store("a.vote.ci.m1.t1.alice", b"vote")
        with pytest.raises(HubRefused):
            await link.store("a.vote.prod.m1.t1.alice", b"vote")


@pytest.mark.rule("F-13")
async def test_who_came_under_the_name_of_somebody_in_the_roster_has_no_rights(hub: Hub) -> None:
    await publish_roster(hub, roster_now(person("alice")))
    mallory = key_of("mallory")
    member = await come_in(hub, mallory)
    assert tags_in(member.claim) == {}
    async with connected(member.login(mallory)) as link:
        assert tags_in((await renew_person(link, member, mallory)).claim) == {}
        # Nor with a login that bears another's name.
        with pytest.raises(HubRefused):
            await link.ask("a.renew.bob", b"{}")


async def test_what_the_person_did_not_sign_is_refused(hub: Hub) -> None:
    member = await come_in(hub, key_of("alice"))
    async with connected(member.login(key_of("alice"))) as link:
        for data in (b"", b"{}", b"nonsense"):
            assert b'claim":""' in await link.ask("a.renew.alice", data)


async def test_an_invitation_for_a_machine_is_none_for_a_person_and_the_other_way_round(hub: Hub) -> None:
    machine = invitation(
        hub.keys, hub.address, ROOT.public, "ci", id="i2", key=new_key(Kind.USER), now=int(time.time())
    )
    assert invited_person(machine) is None
    with pytest.raises(BadMessage, match="the invitation is for the person alice, and not for a machine"):
        await enroll(invite(hub), "m1", new_key(Kind.USER))
    with pytest.raises(BadName):
        invite(hub, name="A.B")
