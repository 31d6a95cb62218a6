"""From `wicket fleet init` to a command that two people let run, by the verbs alone."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from cli.fleet.towns import town
from machine import WAIT_S, Machine
from served_gateway import serving
from wicket.gateway.record_ledger import Ledger


def kinds(machine: Machine) -> list[str]:
    ledger = Ledger(machine.home / "ledger.sqlite", begin=False)
    try:
        return [entry.kind for entry in ledger.entries()]
    finally:
        ledger.close()


@pytest.mark.rule("F-3", "F-4", "F-6", "F-22", "F-25", "F-26")
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


@pytest.mark.rule("F-7")
def test_cut_off(tmp_path: Path) -> None:
    with town(tmp_path) as here:
        here.make("ci")
        here.start_hub()
        bad, good = here.member("c1", "ci"), here.member("c2", "ci")
        code, said = here.hub.run_at_terminal("n", "fleet", "revoke", "c1")
        assert (code, "nobody was cut off" in said) == (1, True)
        code, said = here.hub.run_at_terminal("y", "fleet", "revoke", "c1")
        assert (code, "cut off the machine c1 of ci" in said) == (0, True)
        assert [here.typed(each, "status", "--json")[1].count('"hub",') for each in (bad, good)] == [1, 1]
        fine = [
            {check["name"]: check["fine"] for check in json.loads(each.run("fleet", "status", "--json").out)["checks"]}
            for each in (bad, good)
        ]
        assert [checks["hub"] for checks in fine] == [False, True]
        here.stop_hub()
        here.start_hub()
        assert bad.run("fleet", "status").code == 1
        assert "RED  hub" in bad.run("fleet", "status").out
        done = here.hub.run("fleet", "revoke", "c9", "--yes")
        assert (done.code, done.err) == (
            1,
            "wicket: the machine c9 of ci has never come in; see `wicket fleet machines`\n",
        )


@pytest.mark.rule("F-47", "F-50")
def test_red(tmp_path: Path) -> None:
    with town(tmp_path) as here:
        here.make("ci")
        here.start_hub()
        one = here.member("c1", "ci")
        checks = {check["name"]: check for check in json.loads(one.run("fleet", "status", "--json").out)["checks"]}
        assert (checks["server"]["fine"], checks["roster"]["fine"]) == (True, False)
        here.stop_hub()
        # Somebody has the server sync when it likes.
        config = here.hub.home / "fleet" / "hub" / "hub.conf"
        config.write_text(config.read_text().replace("sync_interval: always", "sync_interval: 2m"))
        here.start_hub()
        done = here.hub.run("fleet", "status")
        assert (done.code, "RED  server: the hub's server does not sync each write to its disk" in done.out) == (
            1,
            True,
        )
        with serving(one) as served:
            assert served.process.stderr is not None
            said = b""
            while b"does not sync each write" not in said:
                piece = os.read(served.process.stderr.fileno(), 65536)
                assert piece, said
                said += piece
        here.stop_hub()
        done = one.run("fleet", "status")
        assert (done.code, "RED  hub: there is no hub at" in done.out) == (1, True)


@pytest.mark.rule("F-6")
def test_for_several(tmp_path: Path) -> None:
    with town(tmp_path) as here:
        here.make("ci")
        here.start_hub()
        token = json.loads(here.run("invite", "--group", "ci", "--machines", "2", "--json"))["token"]
        for name in ("r1", "r2"):
            here.run("enroll", token, "--name", name, at=here.machine(name))
        done = here.machine("r3").run("fleet", "enroll", token)
        assert (done.code, done.err) == (1, "wicket: the invitation was used already; ask for another one\n")
        # They are not there, and so they are forgotten.
        assert json.loads(here.run("machines", "--json")) == []


def test_killed(tmp_path: Path) -> None:
    """When the helper is killed, the server that it started ends, too."""
    with town(tmp_path) as here:
        here.make("ci")
        here.start_hub()
        pid = int((here.hub.home / "fleet" / "hub" / "server.pid").read_text())
        assert here.process is not None
        here.process.send_signal(signal.SIGKILL)
        here.process.communicate(timeout=WAIT_S)
        here.process = None
        subprocess.run([sys.executable, "-c", _WAIT_FOR_END, str(pid)], check=True, timeout=WAIT_S)


_WAIT_FOR_END = """
import os, sys, time
while os.path.exists(f"/proc/{sys.argv[1]}"):
    time.sleep(0.01)
"""
