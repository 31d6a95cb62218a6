"""`wicket fleet machines`: who has joined, and who is there."""

import json
from pathlib import Path

from cli.fleet.towns import town


def test_who_has_joined_is_listed_and_away(tmp_path: Path) -> None:
    with town(tmp_path) as here:
        here.make("ci", "prod")
        here.start_hub()
        assert here.hub.run("fleet", "machines").err == "no machine has joined; see `wicket fleet invite`\n"
        for name, group in (("p1", "prod"), ("c1", "ci")):
            here.member(name, group)
        found = json.loads(here.run("machines", "--json"))
        assert [(each["group"], each["machine"], each["there"]) for each in found] == [
            ("ci", "c1", False),
            ("prod", "p1", False),
        ]
        assert [line.split()[:3] for line in here.run("machines", "--group", "prod").splitlines()] == [
            ["group", "machine", "is"],
            ["prod", "p1", "away"],
        ]
