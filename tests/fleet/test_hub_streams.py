"""The streams of a hub: what each keeps and refuses, at a real server."""

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from fleet.hubs import GROUPS, Hub, running_hub
from wicket.fleet.errors import HubRefused
from wicket.fleet.hub_connection import Link, connected
from wicket.fleet.hub_streams import stream_configurations
from wicket.fleet.messages import ASK_BYTES, BUNDLE_BYTES, SEGMENT_BYTES, VOTE_BYTES
from wicket.fleet.nats_subjects_and_rights import shard_of

CONFIGURATIONS = {config["name"]: config for config in stream_configurations(GROUPS)}
RECORDS = [f"RECORD_{shard}" for shard in range(8)]


@pytest.fixture
async def hub(tmp_path: Path) -> AsyncIterator[Hub]:
    async with running_hub(tmp_path) as running:
        yield running


async def call(link: Link, what: str, body: object = None) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(await link.ask(f"$JS.API.{what}", json.dumps(body or {}).encode()))
    return answer


def test_there_is_a_stream_for_everything_and_one_of_asks_for_each_group() -> None:
    assert sorted(CONFIGURATIONS) == sorted(
        [
            "ASKS_ci",
            "ASKS_prod",
            "VOTES",
            *RECORDS,
            "POLICY",
            "ROSTER",
            "ENROLLED",
            "INVITED",
            "LOOKS",
            "PRESENCE",
            "SETTLED",
        ]
    )


def test_what_is_kept_and_for_how_long() -> None:
    day = 24 * 3600 * 1_000_000_000
    ages = {name: config["max_age"] for name, config in CONFIGURATIONS.items()}
    assert (ages["ASKS_ci"], ages["VOTES"], ages["RECORD_0"]) == (15 * 60 * 1_000_000_000, day, 400 * day)
    assert (ages["POLICY"], CONFIGURATIONS["POLICY"]["max_msgs_per_subject"]) == (0, 64)
    memory = {name for name, config in CONFIGURATIONS.items() if config["storage"] == "memory"}
    assert memory == {"LOOKS", "PRESENCE"}


@pytest.mark.rule("F-14")
async def test_nothing_is_deleted_and_only_asks_are_purged_also_not_by_the_hub(hub: Hub) -> None:
    async with connected(hub.helper()) as link:
        for name, config in CONFIGURATIONS.items():
            subject = config["subjects"][0].replace("*", "x").replace(">", "x.0")
            await link.store(subject, b"kept")
            deleted = await call(link, f"STREAM.MSG.DELETE.{name}", {"seq": 1})
            assert deleted["error"]["description"] == "message delete not permitted", name
            purged = await call(link, f"STREAM.PURGE.{name}")
            if name.startswith("ASKS_"):
                assert purged["purged"] == 1
            else:
                assert purged["error"]["description"] == "stream purge not permitted", name
            # Nor can a stream be made to permit it later.
            for key in ("deny_delete", "deny_purge"):
                if config[key]:
                    changed = await call(link, f"STREAM.UPDATE.{name}", config | {key: False})
                    assert "error" in changed, (name, key)


@pytest.mark.rule("F-19")
async def test_the_second_vote_of_an_approver_for_a_ticket_is_refused_and_heard_by_nobody(hub: Hub) -> None:
    heard: list[bytes] = []

    async def hear(stored: Any) -> None:
        heard.append(stored.data)

    async with connected(hub.approver("alice")) as alice, connected(hub.machine("m1")) as machine:
        await machine.listen("m.voted.ci.m1.*.*", hear)
        await alice.store("a.vote.ci.m1.t1.alice", b"first")
        with pytest.raises(HubRefused, match="maximum messages per subject exceeded"):
            await alice.store("a.vote.ci.m1.t1.alice", b"second")
        await alice.store("a.vote.ci.m1.t2.alice", b"another ticket")
        await machine.settle()
        kept = await machine.fetch("m.get.vote.ci.m1.t1.alice")
    assert heard == [b"first", b"another ticket"]
    assert kept is not None
    assert kept.data == b"first"


@pytest.mark.rule("F-43")
async def test_a_message_replaces_only_what_is_in_its_own_place(hub: Hub) -> None:
    async with connected(hub.machine("m1")) as machine, connected(hub.approver("alice")) as alice:
        for place, data in (("0", b"first"), ("1", b"second"), ("0", b"third")):
            await machine.store(f"m.ask.ci.m1.{place}", data)
        found = {stored.subject: stored.data async for stored in alice.fetch_all("a.get.asks.ci", ">")}
    assert found == {"w.ask.ci.m1.0": b"third", "w.ask.ci.m1.1": b"second"}


@pytest.mark.rule("F-44")
@pytest.mark.parametrize(
    ("subject", "most"),
    [
        ("w.ask.ci.m1.0", ASK_BYTES),
        ("w.vote.ci.m1.t.a", VOTE_BYTES),
        ("w.rec.0.ci.m1", SEGMENT_BYTES),
        ("w.policy.ci", BUNDLE_BYTES),
    ],
)
async def test_a_stream_takes_what_is_as_large_as_it_may_be_and_no_more(hub: Hub, subject: str, most: int) -> None:
    async with connected(hub.helper()) as link:
        await link.store(subject, b"x" * most)
        with pytest.raises(HubRefused, match="message size exceeds maximum allowed"):
            await link.store(f"{subject[:-1]}b", b"x" * (most + 5000))


@pytest.mark.rule("F-27")
async def test_64_policies_of_a_group_are_kept(hub: Hub) -> None:
    async with connected(hub.helper()) as link:
        for number in range(66):
            await link.store("w.policy.ci", str(number).encode())
        await link.store("w.policy.prod", b"other")
        kept = [stored.data async for stored in link.fetch_all("$JS.API.DIRECT.GET.POLICY", "w.policy.ci")]
    assert kept == [str(number).encode() for number in range(2, 66)]


@pytest.mark.rule("F-33")
async def test_a_segment_is_taken_once_and_only_after_the_one_it_follows(hub: Hub) -> None:
    subject = f"m.rec.{shard_of('ci', 'm1')}.ci.m1"
    async with connected(hub.machine("m1")) as machine:
        first = await machine.store(subject, b"one", id="hash 1", after=0)
        for data, id in ((b"one", "hash 1"), (b"other", "hash 2")):
            with pytest.raises(HubRefused, match="wrong last sequence"):
                await machine.store(subject, data, id=id, after=0)
        assert await machine.store(subject, b"two", id="hash 3", after=first) > first
