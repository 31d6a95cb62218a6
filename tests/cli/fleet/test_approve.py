"""`wicket fleet approve` with everything that it needs: a hub, a machine, two people, by the verbs alone."""

import json
from pathlib import Path

import pytest

from cli.fleet.towns import PASSPHRASE, town
from fleet.test_hub_connection import make_certificate
from machine import Machine
from served_gateway import at_terminal, serving
from wicket.gateway.record_ledger import Ledger


def kinds(machine: Machine) -> list[str]:
    ledger = Ledger(machine.home / "ledger.sqlite", begin=False)
    try:
        return [entry.kind for entry in ledger.entries()]
    finally:
        ledger.close()


@pytest.mark.rule("F-22", "F-24", "F-25")
def test_four_eyes(tmp_path: Path) -> None:
    with town(tmp_path) as here:
        here.make("ci", "prod")
        here.start_hub()
        prod = here.member("p1", "prod")
        alice, bob = here.person("alice"), here.person("bob")
        for name in ("alice", "bob"):
            here.name_in_roster(name, "prod")
        here.run("roster", "need", "prod", "--votes", "2")
        assert "signed roster 1, which counts for 7 days, and published it" in here.sign()
        with serving(prod) as served:
            asked = served.ask("echo hello", id="1")
            [one] = here.inbox(alice)
            assert (one["machine"], one["group"], one["missing"], one["could"], one["by"], one["count"]) == (
                "p1",
                "prod",
                2,
                ["alice", "bob"],
                [],
                1,
            )
            # A list says nothing of who looks at it.
            assert here.inbox(bob)[0]["opened_by"] == []
            code, said = here.typed(alice, "approve", "--yes", one["id"])
            assert (code, f"voted yes on {one['id']}: 1 more vote is needed of bob" in said) == (0, True)
            assert here.inbox(alice, 0) == []
            [seen] = here.inbox(bob)
            assert (seen["missing"], seen["by"], seen["opened_by"]) == (1, ["alice"], ["alice"])
            code, said = here.typed(bob, "approve", "--yes")
            assert (code, f"voted yes on {one['id']}: it is approved" in said) == (0, True)
            assert asked.answer()["status"] == "ok"
            # No is easier: one vote, no question.
            again = served.ask("echo again", id="2")
            [other] = here.inbox(bob)
            code, said = here.typed(bob, "deny", "--all", "--because", "not now")
            assert (code, f"denied {other['id']}" in said) == (0, True)
            assert again.answer()["status"] == "denied"
            found = json.loads(here.run("machines", "--json"))
            assert [(each["machine"], each["group"], each["there"]) for each in found] == [("p1", "prod", True)]
            shown = here.run("status", "--json", at=prod)
            assert [(check["name"], check["fine"]) for check in json.loads(shown)["checks"]] == [
                ("machine", True),
                ("claim", True),
                ("hub", True),
                ("server", True),
                ("roster", True),
            ]
            assert served.stop() == 0
        assert kinds(prod).count("voted") == 2
        assert here.stop_hub() == 0


@pytest.mark.rule("F-26")
def test_ask(tmp_path: Path) -> None:
    """One is asked on the terminal, sees all of it, and may agree to more of the same."""
    with town(tmp_path) as here:
        here.make("ci")
        here.start_hub()
        machine, alice = here.member("c1", "ci"), here.person("alice")
        here.name_in_roster("alice", "ci")
        here.sign()
        with serving(machine) as served:
            asked = served.ask("echo hello", id="1", reason="to greet")
            here.inbox(alice)
            with at_terminal(alice, "fleet", "approve", "--times", "2", "--for", "5m") as (process, terminal):
                terminal.until("passphrase of alice's key: ")
                terminal.press(PASSPHRASE + "\n")
                seen = terminal.until("Run this on c1? [y]es [n]o [r] no, because… [l]ater ")
                for part in ("run    echo hello", "to greet", "on     c1, of ci", "needs  1 vote of alice"):
                    assert part in seen, seen
                terminal.answer("y")
                terminal.until("it is approved")
                assert process.wait(60) == 0
            assert asked.answer()["status"] == "ok"
            # What was agreed to in advance runs without a vote.
            assert served.ask("echo hello", id="2").answer()["status"] == "ok"


@pytest.mark.rule("F-9", "F-47")
def test_with_tls(tmp_path: Path) -> None:
    """From the invitation to the answer over TLS alone; without the certificate nobody comes in."""
    with town(tmp_path, make_certificate(tmp_path)) as here:
        here.make("ci")
        here.start_hub()
        assert here.address.startswith("tls://")
        machine, alice = here.member("c1", "ci"), here.person("alice")
        here.name_in_roster("alice", "ci")
        here.sign()
        with serving(machine) as served:
            asked = served.ask("echo hello", id="1")
            here.inbox(alice)
            code, said = here.typed(alice, "approve", "--yes")
            assert (code, "it is approved" in said) == (0, True)
            assert asked.answer()["status"] == "ok"
            checks = json.loads(here.run("status", "--json", at=machine))["checks"]
            assert [check["name"] for check in checks if not check["fine"]] == []
        stranger = here.machine("s1")
        token = json.loads(here.run("invite", "--group", "ci", "--json"))["token"]
        done = stranger.run("fleet", "enroll", token, "--name", "s1")
        assert (done.code, "certificate" in done.err.lower()) == (1, True), done


def test_nobody(tmp_path: Path) -> None:
    """Without a terminal there is no passphrase, and without that no vote; a wrong one is said."""
    with town(tmp_path) as here:
        here.make("ci")
        here.start_hub()
        alice = here.person("alice")
        for verb in ("approve", "deny", "inbox"):
            done = alice.run("fleet", verb)
            assert (done.code, done.out, done.err) == (1, "", "wicket: there is no terminal to ask on\n")
        code, said = here.typed(alice, "approve", passphrase="another one, long")
        assert (code, "the passphrase is wrong, or the key file was changed" in said) == (1, True)
        code, said = here.typed(alice, "inbox")
        assert (code, "the fleet has no roster yet" in said) == (1, True)
        here.keys["bob"] = here.keys["alice"]
        here.name_in_roster("bob", "ci")
        here.sign()
        code, said = here.typed(alice, "inbox")
        assert (code, "the roster does not name alice with your key" in said) == (1, True)
