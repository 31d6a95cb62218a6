"""The hub's helper, at a real server: streams, people, machines and what kind of server it is."""

import asyncio
import contextlib
import json
import socket
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bounds import BOUND_S
from fleet.fleets import until
from fleet.people import ROOT
from wicket.fleet.enrolment import enroll, invitation
from wicket.fleet.errors import HubAway
from wicket.fleet.hub_connection import connected
from wicket.fleet.hub_facts import HubFacts, ask_facts
from wicket.fleet.hub_files import HubFiles, HubPlan
from wicket.fleet.hub_helper import HubHelper, facts_of
from wicket.fleet.hub_server import serving
from wicket.fleet.hub_streams import stream_configurations
from wicket.fleet.key_files import new_key
from wicket.fleet.parts_on_one_connection import LinkedParts
from wicket.fleet.signing_keys import Kind

__all__ = ["helped"]


@contextlib.asynccontextmanager
async def helped(folder: Path) -> AsyncIterator[HubFiles]:
    """A hub with its server and its helper."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    files = HubFiles(folder / "hub")
    files.make(
        HubPlan(
            address=f"nats://127.0.0.1:{port}",
            listen_host="127.0.0.1",
            listen_port=port,
            groups=("ci",),
            root=ROOT.public,
        )
    )
    ready = asyncio.Event()
    helper = HubHelper(files, "1.2.3")
    helper.ready = ready.set
    async with serving(files.folder), LinkedParts(files.helper_login, [helper]).running():
        async with asyncio.timeout(BOUND_S):
            await ready.wait()
        yield files


async def test_it_makes_the_streams_and_those_that_were_lost_again(tmp_path: Path) -> None:
    async with helped(tmp_path) as files, connected(files.helper_login()) as link:
        for config in stream_configurations(("ci",)):
            answer = json.loads(await link.ask(f"$JS.API.STREAM.INFO.{config['name']}", b""))
            assert answer["config"]["subjects"] == config["subjects"]
        helper = HubHelper(files, "1.2.3")
        await link.ask("$JS.API.STREAM.DELETE.PRESENCE", b"")
        await helper.up(link)
        assert "error" not in json.loads(await link.ask("$JS.API.STREAM.INFO.PRESENCE", b""))


@pytest.mark.rule("F-47")
async def test_members_hear_what_kind_of_server_it_is(tmp_path: Path) -> None:
    async with helped(tmp_path) as files:
        key = new_key(Kind.USER)
        token = invitation(
            files.keys(),
            files.plan().address,
            ROOT.public,
            "ci",
            id="i1",
            key=new_key(Kind.USER),
            now=int(time.time()),
        )
        joined = await enroll(token, "m1", key)
        async with connected(joined.login(key)) as link:
            found: list[HubFacts] = []

            async def known() -> bool:
                found[:] = filter(None, [await ask_facts(link, "m.get.hub")])
                return bool(found) and found[0].syncs is not None

            await until(known)
            [facts] = found
            assert (facts.helper, facts.syncs, facts.trouble) == ("1.2.3", True, "")
        async with connected(files.system_login()) as system:
            assert await facts_of(system, "x") == HubFacts(server=facts.server, helper="x", syncs=True)


async def test_a_stream_that_the_server_does_not_make_is_said(tmp_path: Path) -> None:
    async with helped(tmp_path) as files, connected(files.helper_login()) as link:
        config = json.dumps({"name": "ANOTHER", "subjects": ["w.vote.>"]}).encode()
        assert b"overlap" in await link.ask("$JS.API.STREAM.CREATE.ANOTHER", config)
        await link.ask("$JS.API.STREAM.DELETE.VOTES", b"")
        await link.ask("$JS.API.STREAM.CREATE.ANOTHER", config)
        with pytest.raises(HubAway, match="the hub does not make the stream VOTES: subjects overlap"):
            await HubHelper(files, "1.2.3").up(link)
