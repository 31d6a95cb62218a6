"""`wicket fleet invite`."""

import json
from pathlib import Path

import pytest

from cli.fleet.towns import town


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


def test_who(tmp_path: Path) -> None:
    with town(tmp_path) as here:
        here.make("ci")
        done = here.hub.run("fleet", "invite", "--group", "prod")
        assert (done.code, done.err) == (1, "wicket: the hub has no group prod; it has ci\n")
        assert here.hub.run("fleet", "invite").code == 2
        assert here.hub.run("fleet", "invite", "--group", "ci", "--person", "alice").code == 2
        done = here.machine("x").run("fleet", "invite", "--group", "ci")
        assert (done.code, "run this at the hub" in done.err) == (1, True)
