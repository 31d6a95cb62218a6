"""`wicket fleet revoke` cuts off for good."""

import json
from pathlib import Path

import pytest

from cli.fleet.towns import town


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


@pytest.mark.rule("F-7")
def test_person(tmp_path: Path) -> None:
    with town(tmp_path) as here:
        here.make("ci")
        here.start_hub()
        alice = here.person("alice")
        code, said = here.hub.run_at_terminal("y", "fleet", "revoke", "alice", "--person")
        assert (code, "cut off the person alice" in said) == (0, True)
        code, said = here.typed(alice, "inbox")
        assert (code, "does not let us in" in said) == (1, True)
