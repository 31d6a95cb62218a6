"""What pages of a team console hear: new asks, votes about them, how they left, and what was put in their place."""

from pathlib import Path

from fleet.fleets import publish_roster, roster_now
from fleet.people import ask, key_of, person, view
from team_console.consoles import team
from wicket.fleet.hub_connection import connected
from wicket.fleet.inbox_and_signed_votes import give_vote
from wicket.fleet.messages import ASK_BYTES, Settled, encode
from wicket.fleet.roster import Need
from wicket.team_console.team_feed import settled_sentence


def test_a_decision_is_told_with_who_voted() -> None:
    settled = Settled(machine="m1", ticket="t1", how="approved", by=("alice", "bob"))
    assert settled_sentence(("ci", "m1", "t1"), settled) == "approved by alice, bob on ci/m1"
    assert settled_sentence(("ci", "m1", "t1"), Settled(machine="m1", ticket="t1", how="expired")) == "expired on ci/m1"


async def test_pages_hear_of_asks_votes_and_ends(tmp_path: Path) -> None:
    needs = (Need(group="ci", kind="user", votes=2),)
    roster = roster_now(*map(person, ("alice", "bob", "carol")), needs=needs)
    async with team(tmp_path, roster) as made, connected(made.hub.machine("m1")) as machine:
        alice = await made.console("alice")
        events = alice.events()
        kind, whole = await anext(events)
        assert (kind, whole["rows"], whole["warnings"]) == ("whole", [], [])
        await machine.store("m.ask.ci.m1.0", encode(ask(), ASK_BYTES))
        _, said = await anext(events)
        [row] = said["add"]
        assert (row["id"], row["needs"]) == ("ci.m1.t1", "2 votes of alice, bob, carol")
        async with connected(made.hub.approver("bob")) as bob:
            await give_vote(bob, key_of("bob"), "bob", alice.inbox.waiting()[0].waiting, "approve")
        _, said = await anext(events)
        assert [row["needs"] for row in said["update"]] == ["1 vote of alice, carol; yes from bob"]
        # Another ask under the same name is another row, and the sheet of the first is closed.
        await machine.store("m.ask.ci.m1.0", encode(ask(view=view("make"), nonce="1" * 32), ASK_BYTES))
        _, said = await anext(events)
        assert ([row["line"] for row in said["add"]], said["drop"][0][:2]) == (["make"], ["ci.m1.t1", "replaced"])
        settled = Settled(machine="m1", ticket="t1", how="withdrawn")
        await machine.store("m.settled.ci.m1.t1", encode(settled, ASK_BYTES))
        _, said = await anext(events)
        assert said["drop"] == [["ci.m1.t1", "withdrawn", "withdrawn on ci/m1", ""]]
        await publish_roster(made.hub, roster_now(person("bob"), number=2))
        while "warnings" not in said:
            _, said = await anext(events)
        assert said["warnings"]
        await events.aclose()
