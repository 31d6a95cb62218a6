"""A person who has come in: rights that follow the roster, and what they say they have opened."""

import contextlib
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from fleet.fleets import publish_roster, roster_now
from fleet.hubs import Hub, running_hub
from fleet.people import ROOT, ask, key_of, person
from wicket.fleet.enrolment import invitation
from wicket.fleet.errors import Stale
from wicket.fleet.hub_connection import connected
from wicket.fleet.key_files import new_key
from wicket.fleet.messages import ASK_BYTES, encode
from wicket.fleet.people_enrolment import PeopleEnrolment, enroll_person, invited_person
from wicket.fleet.person_by_roster_at_hub import NotInRoster, PersonAtHub, at_hub
from wicket.fleet.person_files import PersonFiles
from wicket.fleet.signing_keys import Kind


async def member(hub: Hub, folder: Path, name: str) -> PersonFiles:
    files = PersonFiles(folder / name)
    now = int(time.time())
    token = invited_person(
        invitation(hub.keys, hub.address, ROOT.public, "", id=name, key=new_key(Kind.USER), now=now, uses=name)
    )
    assert token is not None
    files.keep(await enroll_person(token, key_of(name)))
    return files


@contextlib.asynccontextmanager
async def helped(folder: Path) -> AsyncIterator[Hub]:
    async with running_hub(folder) as hub, connected(hub.helper()) as link:
        await PeopleEnrolment(link, hub.keys, ROOT.public, time.time).serve()
        yield hub


def come_in(files: PersonFiles, name: str) -> "contextlib.AbstractAsyncContextManager[PersonAtHub]":
    return at_hub(files, key_of(name), time.time)


@pytest.mark.rule("F-24", "F-25")
async def test_opening_is_seen_by_others_and_listing_is_not(tmp_path: Path) -> None:
    async with helped(tmp_path) as hub:
        await publish_roster(hub, roster_now())
        async with connected(hub.machine("m1")) as machine:
            await machine.store("m.ask.ci.m1.0", encode(ask(), ASK_BYTES))
        alice, bob = [await member(hub, tmp_path, name) for name in ("alice", "bob")]
        async with come_in(alice, "alice") as first, come_in(bob, "bob") as second:
            [one], [same] = await first.waiting(), await second.waiting()
            assert await second.lookers(same) == ()
            await first.look(one)
            assert (await second.lookers(same), await first.lookers(one)) == (("alice",), ())


@pytest.mark.rule("F-50")
async def test_an_older_roster_is_refused_and_the_newest_gives_the_rights(tmp_path: Path) -> None:
    async with helped(tmp_path) as hub:
        files = await member(hub, tmp_path, "alice")
        await publish_roster(hub, roster_now(number=2))
        async with come_in(files, "alice") as me:
            assert (me.person.groups, await me.waiting()) == (("ci",), [])
            with pytest.raises(NotInRoster, match="prod is no group of yours"):
                await me.waiting("prod")
        await publish_roster(hub, roster_now(person("alice", groups=("ci", "prod")), number=3))
        async with come_in(files, "alice") as me:
            assert await me.waiting("prod") == []
        await publish_roster(hub, roster_now(number=2))
        with pytest.raises(Stale):
            async with come_in(files, "alice"):
                pass


async def test_who_may_not_approve_is_told(tmp_path: Path) -> None:
    async with helped(tmp_path) as hub:
        files = await member(hub, tmp_path, "alice")
        await publish_roster(hub, roster_now(person("alice", may=("audit",))))
        async with come_in(files, "alice") as me:
            with pytest.raises(NotInRoster, match="alice may not approve; the roster says audit"):
                await me.waiting()


@pytest.mark.rule("F-49")
async def test_without_the_helper_who_has_come_in_still_votes(tmp_path: Path) -> None:
    async with running_hub(tmp_path) as hub:
        await publish_roster(hub, roster_now())
        async with connected(hub.helper()) as link:
            await PeopleEnrolment(link, hub.keys, ROOT.public, time.time).serve()
            files = await member(hub, tmp_path, "alice")
        async with come_in(files, "alice") as me:
            assert (await me.waiting(), me.facts, me.trouble) == ([], None, "")
