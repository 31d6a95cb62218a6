"""The team console over HTTP: what is shown is what is voted about, and nobody else's page can vote."""

import asyncio
from pathlib import Path

import msgspec
import pytest

from bounds import BOUND_S
from fleet.fleets import publish_roster, roster_now, until
from fleet.people import ask, person, view
from team_console.consoles import team
from wicket.fleet.hub_connection import connected
from wicket.fleet.messages import ASK_BYTES, encode
from wicket.fleet.roster import Need

EYES = (Need(group="ci", kind="user", votes=2),)
BOTH = (person("alice"), person("bob"))


@pytest.mark.rule("F-16", "F-17", "F-22", "F-25")
async def test_two_people_vote_and_each_sees_what_is_missing(tmp_path: Path) -> None:
    async with team(tmp_path, roster_now(*BOTH, needs=EYES)) as made:
        machine = await made.machine("m1")
        alice, bob = await made.console("alice"), await made.console("bob")
        answer = machine.ask("echo hello", reason="to greet")
        [id] = await alice.waiting()
        sheet = (await alice.get(f"/api/requests/{id}")).json
        assert (sheet["group"], sheet["machine"], sheet["kind"], sheet["needs"], sheet["reason"]) == (
            "ci",
            "m1",
            "user",
            "2 votes of alice, bob",
            "to greet",
        )
        assert [stage["line"] for stage in sheet["stages"]] == ["echo hello"]
        assert (await alice.approve(id)).status == 200
        assert await alice.waiting(0) == []
        await until(lambda: bob.inbox.waiting()[0].came.by == ("alice",))
        seen = (await bob.get(f"/api/requests/{id}")).json
        assert (seen["needs"], seen["lookers"]) == ("1 vote of bob; yes from alice", ["alice"])
        again = await alice.post(f"/api/requests/{id}/approve", {"digest": sheet["digest"]})
        assert (again.status, again.json["error"]) == (
            409,
            "you have voted about it already; a vote cannot be changed",
        )
        assert (await bob.approve(id, comment="as agreed")).status == 200
        async with asyncio.timeout(BOUND_S):
            assert (await answer).status == "ok"
        assert [fields["door"] for fields in await machine.recorded("decision")] == ["fleet"]


@pytest.mark.rule("F-16")
async def test_what_was_not_shown_is_not_voted_about(tmp_path: Path) -> None:
    """A machine that asks for something else under the same name after a person has looked gets no vote for it."""
    async with team(tmp_path, roster_now(*BOTH)) as made:
        alice = await made.console("alice")
        async with connected(made.hub.machine("m1")) as link:
            await link.store("m.ask.ci.m1.0", encode(ask(view=view("echo harmless")), ASK_BYTES))
            [id] = await alice.waiting()
            shown = (await alice.get(f"/api/requests/{id}")).json["digest"]
            other = ask(view=view("rm -r /srv"), nonce="1" * 32)
            await link.store("m.ask.ci.m1.0", encode(other, ASK_BYTES))
            await until(lambda: alice.inbox.waiting()[0].sent.digest != shown)
        for path, said in (
            (f"/api/requests/{id}/approve", {"digest": shown}),
            ("/api/approve", {"ids": [id], "digest": shown}),
        ):
            answer = await alice.post(path, said)
            assert answer.status in (409, 422), answer.json
        assert [held.came.by for held in alice.inbox.waiting()] == [()]


@pytest.mark.rule("F-22", "F-25")
async def test_repeats_are_voted_about_together_and_no_others(tmp_path: Path) -> None:
    async with team(tmp_path, roster_now(*BOTH)) as made:
        alice = await made.console("alice")
        async with connected(made.hub.machine("m1")) as link:
            for place, line in enumerate(["make", "make", "make test"]):
                each = ask(ticket=f"t{place}", nonce=f"{place:032x}", view=view(line, f"t{place}"))
                await link.store(f"m.ask.ci.m1.{place}", encode(each, ASK_BYTES))
        ids = await alice.waiting(3)
        digest = (await alice.get("/api/requests/ci.m1.t0")).json["digest"]
        assert (await alice.post("/api/approve", {"ids": ids, "digest": digest})).status == 422
        same = ["ci.m1.t0", "ci.m1.t1"]
        assert (await alice.post("/api/approve", {"ids": same, "digest": digest})).json == {"approved": 2}
        assert (await alice.post("/api/deny", {"ids": ids, "because": "no"})).json == {"denied": 1}
        assert (await alice.post("/api/deny", {"ids": ids})).status == 409


async def test_the_token_the_group_and_the_role_are_asked_for(tmp_path: Path) -> None:
    async with team(tmp_path, roster_now(*BOTH)) as made:
        alice = await made.console("alice")
        for path in ("/api/events", "/api/requests/x", "/api/machines", "/api/rollout", "/api/record", "/api/record/x"):
            assert (await alice.get(path, authorization=None)).status == 401, path
        for path in ("/api/requests/x/approve", "/api/approve", "/api/deny", "/api/prove"):
            assert (await alice.post(path, {}, authorization=None)).status == 401, path
            assert (await alice.post(path, {}, origin="http://elsewhere")).status == 403, path
        assert (await alice.get("/api/requests/ci.m1.none")).status == 409
        told = await alice.get("/api/record")
        assert (told.status, "does not name alice as an auditor" in told.json["error"]) == (422, True)
        told = await alice.post("/api/prove", {"group": "prod.>", "machine": "m1"})
        assert (told.status, told.json["error"]) == (422, "that is no group of yours")


@pytest.mark.rule("F-8", "F-41")
async def test_without_the_hub_nothing_is_decided_and_the_page_says_so(tmp_path: Path) -> None:
    async with team(tmp_path, roster_now(*BOTH)) as made:
        alice = await made.console("alice")
        async with connected(made.hub.machine("m1")) as link:
            await link.store("m.ask.ci.m1.0", encode(ask(), ASK_BYTES))
        [id] = await alice.waiting()
        digest = (await alice.get(f"/api/requests/{id}")).json["digest"]
        made.hub.kill()
        await until(lambda: "the hub is away" in str(alice.inbox.troubles))
        answer = await alice.post(f"/api/requests/{id}/approve", {"digest": digest})
        assert (answer.status, "nothing can be done" in answer.json["error"]) == (422, True)
        await made.hub.start()
        await until(lambda: alice.inbox.troubles == [])
        assert await alice.waiting() == [id]
        await publish_roster(made.hub, roster_now(person("bob"), number=2))
        await until(lambda: "the roster does not name alice" in str(alice.inbox.troubles))
        assert alice.inbox.waiting() == []


async def test_a_vote_is_a_message_that_the_page_must_spell_out(tmp_path: Path) -> None:
    async with team(tmp_path, roster_now(*BOTH)) as made:
        alice = await made.console("alice")
        answer = await alice.post("/api/requests/ci.m1.t1/approve", {"comment": "no digest"})
        assert (answer.status, "digest" in answer.json["error"]) == (400, True)
        assert msgspec.json.decode((await alice.get("/api/rollout")).body)[0]["number"] == 0
