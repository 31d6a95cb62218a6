"""What the accounts of a hub let a machine, an approver and a newcomer do, tried at a real server.

Every attempt is made as the member itself would make it, and the streams are compared with what they held before.
"""

import base64
import hashlib
import json
from collections.abc import AsyncIterator
from itertools import product
from pathlib import Path
from typing import Any

import msgspec
import pytest

from fleet.hubs import GROUPS, Hub, running_hub
from fleet.people import key_of
from wicket.fleet.claims import member_claim
from wicket.fleet.errors import HubAway, HubRefused
from wicket.fleet.hub_connection import Link, Login, connected
from wicket.fleet.nats_subjects_and_rights import shard_of
from wicket.fleet.signing_keys import KeyPair, Kind

MINE, OTHERS = shard_of("ci", "m1"), shard_of("ci", "m2")


@pytest.fixture
async def hub(tmp_path: Path) -> AsyncIterator[Hub]:
    async with running_hub(tmp_path) as running:
        yield running


async def held(hub: Hub) -> dict[str, str]:
    """What every stream holds: a digest of all its messages."""
    found = {}
    async with connected(hub.helper()) as link:
        names = json.loads(await link.ask("$JS.API.STREAM.NAMES", b"{}"))["streams"]
        for name in names:
            digest = hashlib.sha256()
            async for stored in link.fetch_all(f"$JS.API.DIRECT.GET.{name}", ">"):
                digest.update(f"{stored.subject} {stored.sequence} ".encode() + stored.data + b"\n")
            found[name] = digest.hexdigest()
    return found


async def fill(hub: Hub) -> None:
    """Put something of another machine's into every stream, so that there is something to read or to spoil."""
    async with connected(hub.helper()) as link:
        for subject in (
            "w.ask.ci.m2.0",
            "w.ask.prod.m9.0",
            "w.vote.ci.m2.t2.alice",
            "w.vote.ci.m1.t1.bob",
            f"w.rec.{OTHERS}.ci.m2",
            "w.policy.ci",
            "w.policy.prod",
            "w.roster",
            "w.alive.ci.m2",
            "w.settled.ci.m2.t2",
        ):
            await link.store(subject, f"secret of {subject}".encode())


async def denied(link: Link, subject: str, data: bytes = b"x") -> bool:
    """Whether the server forbids this, or nothing that anybody keeps comes of it."""
    try:
        await link.ask(subject, data)
    except HubRefused:
        return True
    except HubAway:
        return False
    return False


# ── machines ─────────────────────────────────────────────────────────────────


@pytest.mark.rule("F-10", "F-19", "F-20")
async def test_a_machine_asks_and_hears_votes_and_an_approver_votes_once(hub: Hub) -> None:
    heard: list[str] = []
    async with connected(hub.machine("m1")) as machine, connected(hub.approver("alice")) as alice:

        async def hear(stored: Any) -> None:
            heard.append(f"{stored.subject} {stored.data.decode()}")

        await alice.listen("a.asked.ci.*.*", hear)
        await machine.listen("m.voted.ci.m1.*.*", hear)
        for place in "0123456789abcdef":
            await machine.store(f"m.ask.ci.m1.{place}", b"ask " + place.encode())
        await machine.store("m.settled.ci.m1.t1", b"denied")
        await machine.store(f"m.rec.{MINE}.ci.m1", b"segment")
        await machine.store("m.alive.ci.m1", b"alive")
        await alice.store("a.vote.ci.m1.t1.alice", b"yes")
        with pytest.raises(HubRefused, match="maximum messages per subject exceeded"):
            await alice.store("a.vote.ci.m1.t1.alice", b"no")
        fetched = await machine.fetch("m.get.vote.ci.m1.t1.alice")
        assert fetched is not None
        assert fetched.data == b"yes"
        assert await machine.fetch("m.get.vote.ci.m1.t1.bob") is None
        last = await machine.fetch(f"m.get.rec.{MINE}.ci.m1")
        assert last is not None
        assert last.data == b"segment"
        assert await machine.fetch("m.get.policy.ci") is None
        assert await machine.fetch("m.get.roster") is None
        await alice.settle()
        await machine.settle()
        asks = [f"a.asked.ci.m1.{place} ask {place}" for place in "0123456789abcdef"]
        assert sorted(heard) == sorted([*asks, "m.voted.ci.m1.t1.alice yes"])


MACHINE_MAY_NOT = [
    "m.ask.ci.m1.g",
    "m.ask.ci.m1.00",
    "m.ask.ci.m2.0",
    "m.ask.prod.m1.0",
    "m.settled.ci.m2.t2",
    f"m.rec.{OTHERS}.ci.m2",
    f"m.rec.{(int(MINE) + 1) % 8}.ci.m1",
    "m.alive.ci.m2",
    "m.alive.prod.m1",
    "m.renew.ci.m2",
    "m.get.vote.ci.m2.t2.alice",
    f"m.get.rec.{OTHERS}.ci.m2",
    "m.get.policy.prod",
    "m.voted.ci.m1.t1.alice",
    "m.voted.ci.m2.t2.alice",
    "m.news.ci",
    "m.rostered",
    "_I.m.ci.m2.x",
    "a.vote.ci.m1.t1.alice",
    "w.vote.ci.m1.t1.alice",
    "w.ask.ci.m2.0",
    "w.policy.ci",
    "w.roster",
    "w.enrolled.ci.m3",
    "n.enroll.ci.1.x",
    "$JS.API.INFO",
    "$JS.API.STREAM.NAMES",
    "$JS.API.STREAM.PURGE.VOTES",
    "$JS.API.STREAM.DELETE.VOTES",
    "$JS.API.STREAM.MSG.GET.VOTES",
    "$JS.API.DIRECT.GET.VOTES",
    "$JS.API.CONSUMER.CREATE.VOTES",
    "$JS.API.CONSUMER.LIST.VOTES",
    "$SYS.REQ.SERVER.PING",
    "$SYS.REQ.CLAIMS.UPDATE",
]


@pytest.mark.rule("F-10", "F-11", "F-46")
async def test_a_machine_can_publish_nothing_but_what_is_its_own(hub: Hub) -> None:
    await fill(hub)
    before = await held(hub)
    async with connected(hub.machine("m1")) as machine:
        allowed = [subject for subject in MACHINE_MAY_NOT if not await denied(machine, subject)]
    assert (allowed, len(MACHINE_MAY_NOT)) == ([], 35)
    assert await held(hub) == before


LISTENING = [
    "m.voted.ci.m2.*.*",
    "m.voted.ci.*.*.*",
    "m.voted.>",
    "m.>",
    ">",
    "_I.m.ci.m2.>",
    "_I.>",
    "m.news.prod",
    "m.ask.ci.m2.0",
    "a.asked.ci.*.*",
    "w.ask.>",
    "$JS.>",
    "$SYS.>",
]


async def deaf(login: Login, subject: str) -> bool:
    """Whether the server refuses to let a member listen there."""

    async def hear(stored: object) -> None:
        raise AssertionError(stored)

    async with connected(login) as link:
        try:
            await link.listen(subject, hear)
        except HubRefused:
            return True
    return False


@pytest.mark.rule("F-11")
async def test_a_machine_hears_nothing_but_what_is_for_it(hub: Hub) -> None:
    assert [subject for subject in LISTENING if not await deaf(hub.machine("m1"), subject)] == []


@pytest.mark.rule("F-11")
@pytest.mark.parametrize(
    "query",
    [
        {"seq": 1},
        {"seq": 1, "batch": 100},
        {"seq": 1, "next_by_subj": "w.vote.>", "batch": 100},
        {"multi_last": ["w.vote.>"], "batch": 100},
        {"last_by_subj": "w.vote.ci.m2.t2.alice"},
        {"next_by_subj": "w.vote.ci.m2.>"},
        {"start_time": "2020-01-01T00:00:00Z", "batch": 100},
    ],
)
async def test_a_machine_cannot_fetch_by_number_or_for_others(hub: Hub, query: dict[str, object]) -> None:
    await fill(hub)
    async with connected(hub.machine("m1")) as machine:
        for subject in ("m.get.vote.ci.m1.t1.bob", "m.get.policy.ci", "m.get.roster", f"m.get.rec.{MINE}.ci.m1"):
            answer = await machine._request(subject, msgspec.json.encode(query), None)
            assert (answer.headers or {}).get("Status") in ("400", "404", "408"), (subject, answer)
            assert answer.data == b""


# ── approvers ────────────────────────────────────────────────────────────────

APPROVER_MAY_NOT = [
    "a.vote.ci.m1.t1.bob",
    "a.vote.prod.m9.t1.alice",
    "a.vote.ci.m1.alice",
    "a.get.asks.prod",
    "a.get.vote.prod.m9.t1.bob",
    "a.get.settled.prod.m9.t1",
    "a.asked.ci.m1.0",
    "a.voted.ci.m1.t1.alice",
    "a.done.ci.m1.t1",
    "a.here.ci.m1",
    "a.rostered",
    "m.ask.ci.m1.0",
    "w.ask.ci.m1.0",
    "w.vote.ci.m1.t1.alice",
    "w.policy.ci",
    "w.roster",
    "w.settled.ci.m1.t1",
    "_I.a.bob.x",
    "$JS.API.CONSUMER.CREATE.ASKS_ci",
    "$JS.API.STREAM.PURGE.ASKS_ci",
    "a.policy.ci",
    "a.audit.ci.alice",
    "a.get.policy.prod",
    "a.machines.prod",
]


@pytest.mark.rule("F-13")
async def test_an_approver_votes_as_themselves_for_their_groups_and_does_nothing_else(hub: Hub) -> None:
    await fill(hub)
    before = await held(hub)
    async with connected(hub.approver("alice")) as alice:
        allowed = [subject for subject in APPROVER_MAY_NOT if not await denied(alice, subject)]
        assert (allowed, len(APPROVER_MAY_NOT)) == ([], 24)
        assert await held(hub) == before
        asks = [stored.subject async for stored in alice.fetch_all("a.get.asks.ci", ">")]
        assert asks == ["w.ask.ci.m2.0"]
        await alice.store("a.vote.ci.m2.t7.alice", b"yes")
    for subject in ("a.asked.prod.*.*", "a.asked.>", "a.voted.>", "_I.a.bob.>", ">", "w.>", "m.>"):
        assert await deaf(hub.approver("alice"), subject), subject


@pytest.mark.rule("F-13")
async def test_an_approver_of_several_groups_reads_all_of_them(hub: Hub) -> None:
    await fill(hub)
    async with connected(hub.approver("carol", GROUPS)) as carol:
        found = [stored.subject for group in GROUPS async for stored in carol.fetch_all(f"a.get.asks.{group}", ">")]
    assert found == ["w.ask.ci.m2.0", "w.ask.prod.m9.0"]


@pytest.mark.rule("F-13", "F-27")
async def test_an_author_publishes_policies_of_their_groups_and_an_auditor_asks_in_their_own_name(hub: Hub) -> None:
    login = hub.approver("carol", GROUPS, author=("ci",), audit=("prod",))

    async def answer(subject: str, data: bytes) -> bytes:
        return subject.encode()

    async with connected(hub.helper()) as helper, connected(login) as carol:
        await helper.serve("w.audit.*.*", answer)
        await carol.store("a.policy.ci", b"policy")
        assert await carol.ask("a.audit.prod.carol", b"") == b"w.audit.prod.carol"
        for subject in ("a.policy.prod", "a.audit.ci.carol", "a.audit.prod.alice", "w.policy.ci"):
            assert await denied(carol, subject), subject
        found = await carol.fetch("a.get.policy.ci")
        assert found is not None
        assert found.data == b"policy"


# ── the hole: where an answer is to go ───────────────────────────────────────

# A server checks what a client publishes, not where it wants the answer. With streams in the same account, an
# acknowledgement that is sent to `w.vote.…` would be stored as a vote.
REPLIES = [
    "w.vote.ci.m2.t3.alice",
    "w.vote.ci.m1.t1.alice",
    "w.policy.ci",
    "w.roster",
    f"w.rec.{OTHERS}.ci.m2",
    "w.ask.ci.m2.1",
    "w.settled.ci.m2.t3",
    "w.alive.ci.m2",
    "w.enrolled.ci.m3",
    "m.ask.ci.m2.1",
    "a.vote.ci.m2.t3.bob",
    "$JS.API.STREAM.PURGE.ASKS_ci",
    "$JS.API.STREAM.DELETE.VOTES",
]
WAYS = [
    ("machine", "m.ask.ci.m1.0", b"ask"),
    ("machine", "m.settled.ci.m1.t1", b"settled"),
    ("machine", "m.get.vote.ci.m1.t1.bob", b""),
    ("approver", "a.vote.ci.m1.t9.alice", b"vote"),
    ("approver", "a.get.asks.ci", b'{"seq":1,"next_by_subj":">","batch":100}'),
    ("machine", "m.get.hub", b""),
    ("approver", "a.look.ci.m1.t1.alice", b"look"),
    ("approver", "a.get.hub", b""),
    ("approver", "a.renew.alice", b"{}"),
    ("author", "a.policy.ci", b"policy"),
    ("author", "a.get.policy.ci", b""),
]


@pytest.mark.rule("F-12")
async def test_no_reply_subject_changes_a_stream(hub: Hub) -> None:
    assert len(REPLIES) * len(WAYS) == 143
    await fill(hub)
    members = {"machine": hub.machine("m1"), "approver": hub.approver("alice")}
    members["author"] = hub.approver("carol", author=("ci",))
    # What members may store is there before, so that nothing at all may change.
    for who, subject, data in WAYS:
        async with connected(members[who]) as link:
            if ".get." not in subject and ".renew." not in subject:
                await link.store(subject, data)
    before = await held(hub)
    for (who, subject, data), reply in product(WAYS, REPLIES):
        async with connected(members[who]) as link:
            await link._client.publish(subject, data, reply=reply)
            await link.settle()
    after = await held(hub)
    changed = {name for name in after if after[name] != before[name]}
    # An ask takes the place of the one before it in the same place: it is the member's own, and has the same bytes.
    # And an author's policies are the author's to publish, and what one has opened is one's own to say.
    assert changed <= {"ASKS_ci", "POLICY", "LOOKS"}
    async with connected(hub.helper()) as link:
        policies = [each.data async for each in link.fetch_all("$JS.API.DIRECT.GET.POLICY", "w.policy.ci")]
    assert set(policies) <= {b"policy", b"secret of w.policy.ci"}
    async with connected(hub.approver("alice")) as alice:
        asks = [(stored.subject, stored.data) async for stored in alice.fetch_all("a.get.asks.ci", ">")]
    assert sorted(asks) == [("w.ask.ci.m1.0", b"ask"), ("w.ask.ci.m2.0", b"secret of w.ask.ci.m2.0")]


@pytest.mark.rule("F-12")
async def test_the_attempts_would_be_seen_if_members_shared_the_account_with_the_streams(hub: Hub) -> None:
    """The test above can fail: with the hub's own user, the same reply subject stores an acknowledgement as a vote."""
    before = await held(hub)
    async with connected(hub.helper()) as link:
        await link._client.publish("w.ask.ci.m1.0", b"ask", reply="w.vote.ci.m2.t3.alice")
        await link.settle()
    assert (await held(hub))["VOTES"] != before["VOTES"]


# ── claims ───────────────────────────────────────────────────────────────────


def with_own_rights(claim: str, signer: KeyPair) -> str:
    """The same member, with rights that it would like to have."""
    head, body, _ = claim.split(".")
    fields = json.loads(base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)))
    fields["nats"] |= {"pub": {"allow": [">"]}, "sub": {"allow": [">"]}, "subs": -1, "data": -1, "payload": -1}
    text = f"{head}.{base64.urlsafe_b64encode(json.dumps(fields).encode()).decode().rstrip('=')}"
    signature = base64.urlsafe_b64encode(signer.sign_text(text.encode())).decode().rstrip("=")
    return f"{text}.{signature}"


@pytest.mark.rule("F-5")
async def test_a_member_with_rights_of_its_own_is_not_let_in(hub: Hub) -> None:
    login = hub.machine("m1")
    claim = with_own_rights(login.claim, hub.keys.machine_signer)
    with pytest.raises(HubAway):
        async with connected(Login(login.address, claim, login.key, login.inbox)):
            pytest.fail("it was let in")


@pytest.mark.rule("F-4")
async def test_the_key_that_makes_machines_makes_no_approvers(hub: Hub) -> None:
    key = key_of("m1", Kind.USER)
    for account in (hub.keys.approvers, hub.keys.fleet, hub.keys.system):
        claim = member_claim(
            hub.keys.machine_signer, account.public, "alice", key.public, {"group": ("ci",)}, hub.now, 60
        )
        with pytest.raises(HubAway):
            async with connected(Login(hub.address, claim, key, "_I.a.alice")):
                pytest.fail("it was let in")


async def test_whoever_has_the_claim_but_not_the_key_is_not_let_in(hub: Hub) -> None:
    login = hub.machine("m1")
    with pytest.raises(HubAway):
        async with connected(Login(login.address, login.claim, key_of("thief", Kind.USER), login.inbox)):
            pytest.fail("it was let in")


async def test_a_claim_whose_time_is_over_is_not_let_in(hub: Hub) -> None:
    with pytest.raises(HubAway):
        async with connected(hub.machine("m1", seconds=-1)):
            pytest.fail("it was let in")
