"""`wicket fleet inbox`: the same twice is shown once, and only one's own groups."""

from pathlib import Path

import pytest

from cli.fleet.towns import town
from served_gateway import serving


@pytest.mark.rule("F-25")
def test_folded(tmp_path: Path) -> None:
    with town(tmp_path) as here:
        here.make("ci", "prod")
        here.start_hub()
        machine, alice, bob = here.member("c1", "ci"), here.person("alice"), here.person("bob")
        here.name_in_roster("alice", "ci")
        here.name_in_roster("bob", "prod")
        here.sign()
        with serving(machine) as served:
            for number in range(2):
                served.ask("echo hello", id=str(number))
            served.pending(2)
            [one] = here.inbox(alice)
            while one["count"] < 2:
                [one] = here.inbox(alice)
            assert one["request"]["stages"] == ["echo hello"]
            assert here.inbox(bob, 0) == []
            code, said = here.typed(alice, "inbox", "--group", "prod")
            assert (code, "prod is no group of yours; these are ci" in said) == (1, True)
            code, said = here.typed(alice, "inbox")
            assert (code, one["id"] in said, "echo hello" in said) == (0, True, True)


@pytest.mark.rule("F-50")
def test_a_roster_that_is_over_is_said(tmp_path: Path) -> None:
    with town(tmp_path) as here:
        here.make("ci")
        here.start_hub()
        alice = here.person("alice")
        here.name_in_roster("alice", "ci")
        here.sign_for(-1.0)
        code, said = here.typed(alice, "inbox")
        assert (code, "roster 1 is over, so that no vote counts; have the owner sign a new one" in said) == (0, True)
        done = here.hub.run("fleet", "status")
        assert (done.code, "RED  roster: 1 is over" in done.out) == (1, True)
