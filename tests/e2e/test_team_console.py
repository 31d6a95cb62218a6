"""The console of a fleet in a real browser: three gateways, two approvers, one inbox, and votes of both for one."""

import asyncio
import time
from pathlib import Path

import pytest

from bounds import BOUND_S
from fleet.fleets import roster_now
from fleet.people import key_of, person
from team_console.consoles import team
from web.browsers import browser, watched
from wicket.fleet.hub_connection import connected
from wicket.fleet.policy_push import Ring, push
from wicket.fleet.roster import Need
from wicket.fleet.signed_policy_bundle import bundle_digest

pytestmark = pytest.mark.timeout(300)

GROUPS = ("ci", "prod")
MAY = ("approve", "author", "audit")
NEEDS = (Need(group="prod", kind="user", votes=2),)


@pytest.mark.rule("F-16", "F-22", "F-25", "F-30", "F-35")
async def test_three_gateways_and_two_approvers(tmp_path: Path) -> None:
    roster = roster_now(*(person(name, groups=GROUPS, may=MAY) for name in ("alice", "bob")), needs=NEEDS)
    async with team(tmp_path, roster) as made, browser() as chromium:
        first, second = await made.machine("c1"), await made.machine("c2")
        prod = await made.machine("p1", "prod")
        served = {name: await made.console(name) for name in ("alice", "bob")}
        alice, bob = [await watched(chromium, served[name].link) for name in ("alice", "bob")]
        await alice.page.wait_for_selector("text=Nothing is waiting.")

        # One inbox, repeats folded, and found by group, machine and class.
        again = [first.ask("echo same") for _ in range(2)]
        other, deploy = second.ask("echo other"), prod.ask("echo deploy")
        for seen in (alice, bob):
            await seen.page.wait_for_selector(".rows li >> nth=2")
            assert await seen.page.locator(".rows li").count() == 3
            await seen.page.wait_for_selector("text=×2")
        await alice.page.select_option("#pickmachine", "p1")
        assert await alice.page.locator(".rows li:visible").count() == 1
        await alice.page.select_option("#pickmachine", "")
        await alice.page.select_option("#pickgroup", "ci")
        assert await alice.page.locator(".rows li:visible").count() == 2
        await alice.page.select_option("#pickgroup", "")

        # A link of a notice leads to the request; missing votes, and who could give them.
        [held] = [each for each in served["alice"].inbox.waiting() if each.ask.machine == "p1"]
        for seen in (alice, bob):
            await seen.page.evaluate(f"location.hash = '#/fleet/prod/p1/{held.ask.ticket}'")
            await seen.page.wait_for_selector(".sheet >> text=prod/p1")
            await seen.page.wait_for_selector(".sheet >> text=2 votes of alice, bob")
        # Whoever opens it in a browser that is not signed in is asked for the console's own link, and then led there.
        whole = served["bob"].link
        stranger = await watched(chromium, f"{whole.partition('/#')[0]}/#/fleet/prod/p1/{held.ask.ticket}")
        await stranger.page.fill("#token", whole)
        await stranger.page.click("button:has-text('Sign in')")
        await stranger.page.wait_for_selector(".sheet >> text=prod/p1")
        await stranger.page.close()

        await alice.armed()
        await alice.page.click("button:has-text('Approve a')")
        await alice.page.wait_for_selector("text=still needed: 1 vote of bob")
        await bob.page.wait_for_selector(".sheet >> text=1 vote of bob; yes from alice")
        await bob.armed()
        await bob.page.click("button:has-text('Approve a')")
        async with asyncio.timeout(BOUND_S):
            assert (await deploy).status == "ok"
        await alice.page.wait_for_selector("text=approved by alice, bob on prod/p1")

        # The same twice with one click, and a no that is one click, too.
        await bob.page.click(".rows a:has-text('echo same')")
        await bob.page.wait_for_selector(".sheet .stages >> text=echo same")
        await bob.armed()
        await bob.page.click("button:has-text('Approve all 2')")
        await alice.page.click(".rows a:has-text('echo other')")
        await alice.page.wait_for_selector(".sheet .stages >> text=echo other")
        await alice.armed()
        await alice.page.fill("#comment", "not on a Friday")
        await alice.page.click("button:has-text('Deny d')")
        async with asyncio.timeout(BOUND_S):
            assert [(await each).status for each in again] == ["ok", "ok"]
            assert (await other).status == "denied"
        await alice.page.wait_for_selector("text=Nothing is waiting.")
        await bob.page.wait_for_selector("text=No longer waiting")  # he was reading what she has denied

        # Machines, policies by ring with who is behind, the record with its proof.
        async with connected(made.hub.approver("alice", GROUPS, author=GROUPS)) as link:
            pushed = await push(
                link,
                key_of("alice"),
                roster,
                "ci",
                {"wicket.yml": "rules: []\n"},
                time.time(),
                environ={},
                ring=Ring(("c1", "c2"), 0),
            )
        await made.alive("c1", policy=bundle_digest(pushed.data), number=1, head=await made.copy_record(first, "c1"))
        await made.alive("c2", head=await made.copy_record(second, "c2"))
        await made.alive("p1", "prod", head=await made.copy_record(prod, "p1", "prod"))
        await alice.page.click("nav a:has-text('Machines')")
        row = "tr[data-machine='ci/c1']"
        await alice.page.wait_for_selector(f"{row} >> text=there")
        assert bundle_digest(pushed.data)[:16] in (await alice.page.locator(row).text_content() or "")
        await alice.page.click("nav a:has-text('Policies')")
        await alice.page.wait_for_selector("[data-group=ci] >> text=1 behind")
        await alice.page.wait_for_selector("[data-group=ci] tr:has-text('c2') >> text=behind")
        await alice.page.wait_for_selector("[data-group=ci] tr:has-text('c1') >> text=in force")
        await alice.page.click("nav a:has-text('Record')")
        await alice.page.wait_for_selector("td >> text=echo deploy")
        assert await alice.page.locator("tbody tr").count() == 4
        await alice.page.fill("input[name=text]", "deploy")
        await alice.page.wait_for_selector("tbody tr >> nth=1", state="detached")
        assert await alice.page.locator("tbody tr").count() == 1
        await alice.page.click("button:has-text('Prove the records')")
        await alice.page.wait_for_selector("#proofs li:has-text('prod/p1') >> text=whole")
        assert await alice.page.locator("#proofs .badge.allow").count() == 3
        await alice.page.click("td >> text=echo deploy")
        await alice.page.wait_for_selector("text=entry >> nth=0")
        for seen in (alice, bob):
            assert (seen.wrong, seen.asked_elsewhere) == ([], [])
