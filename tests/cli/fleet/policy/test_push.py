"""A policy from an author's folder to what a machine does, by the verbs alone, and all of it in the archive."""

import json
import time
from pathlib import Path
from typing import Any

import pytest

from cli.fleet.towns import Town, town
from machine import WAIT_S, Machine
from served_gateway import serving


def policy_of(here: Town, at: Machine, number: int) -> dict[str, Any]:
    """What the author sees of the only machine, once it enforces this policy."""
    deadline = time.monotonic() + WAIT_S
    while True:
        _, said = here.typed(at, "policy", "status", "--json")
        found: list[dict[str, Any]] = json.loads(said[said.index("[") : said.rindex("]") + 1])
        if (found and found[0]["number"] == number) or time.monotonic() > deadline:
            return found[0] if found else {}


@pytest.mark.rule("F-27", "F-28", "F-29", "F-30", "F-31", "F-35")
def test_push_rollback_status_and_audit(tmp_path: Path) -> None:
    with town(tmp_path) as here:
        here.make("ci")
        here.start_hub()
        machine = here.member("c1", "ci")
        alice = here.person("alice")
        here.run(
            "roster", "add", "alice", "--key", here.keys["alice"], "--group", "ci", "--may", "author", "--may", "audit"
        )
        here.sign()
        folder = alice.project / "policy"
        folder.mkdir()
        (folder / "wicket.yml").write_text("rules: [{allow: echo *}]\n")
        code, said = here.typed(alice, "policy", "push", str(folder))
        assert (code, "published policy 1 for all machines of ci" in said) == (0, True), said
        with serving(machine) as served:
            found = policy_of(here, alice, 1)
            assert (found["machine"], found["state"], found["should_be"], found["ring"]) == ("c1", "in force", 1, True)
            assert served.ask("echo one", id="1").answer()["status"] == "ok"
            (folder / "wicket.yml").write_text("rules: [{deny: echo *}]\n")
            code, said = here.typed(alice, "policy", "push", str(folder), "--machine", "c1")
            assert (code, "published policy 2 for a ring of ci" in said) == (0, True), said
            assert policy_of(here, alice, 2)["state"] == "in force"
            assert served.ask("echo two", id="2").answer()["status"] == "denied"
            code, said = here.typed(alice, "policy", "rollback")
            assert (code, "published policy 3 for all machines of ci" in said) == (0, True), said
            assert policy_of(here, alice, 3)["state"] == "in force"
            assert served.ask("echo three", id="3").answer()["status"] == "ok"
            (folder / "wicket.yml").write_text("rules: [{allow: [}]\n")
            code, said = here.typed(alice, "policy", "push", str(folder))
            assert code != 0
            deadline = time.monotonic() + WAIT_S
            while "three" not in (listed := here.hub.run("fleet", "audit", "echo").out):
                assert time.monotonic() < deadline, listed
            assert [line.split()[2:] for line in listed.splitlines()[1:]] == [
                ["ci/c1", number, decision, "policy", "echo", word] for number, decision, word in _decisions(here)
            ]
            assert here.hub.run("fleet", "audit", "verify").code == 0
            code, said = here.typed(alice, "audit", "three", "--json")
            assert code == 0, said
            assert [each["machine"] for each in json.loads(said[said.index("[") : said.rindex("]") + 1])] == ["c1"]
            assert served.stop() == 0


def _decisions(here: Town) -> list[tuple[str, str, str]]:
    found = json.loads(here.hub.run("fleet", "audit", "--json").out)
    return [(str(each["seq"]), each["fields"]["decision"], each["fields"]["pipeline"][0][1]) for each in found]
