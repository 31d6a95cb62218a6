"""`wicket fleet roster publish`: the hub takes what the root has signed, and nothing older."""

from pathlib import Path

import pytest

from cli.fleet.towns import town
from fleet.fleets import roster_now
from fleet.people import key_of, person
from wicket.fleet.roster import sign_roster


@pytest.mark.rule("F-2")
def test_what_no_machine_would_take_is_not_published(tmp_path: Path) -> None:
    with town(tmp_path) as here:
        here.make("ci")
        here.start_hub()
        here.sign()
        forged = tmp_path / "forged"
        forged.write_bytes(sign_roster(key_of("stranger"), roster_now(person("mallory"), number=2)))
        done = here.hub.run("fleet", "roster", "publish", str(forged))
        assert (done.code, "not signed by the fleet's root" in done.err) == (1, True)
        old = here.hub.home / "fleet" / "root" / "roster.signed"
        kept = old.read_bytes()
        here.sign()
        (tmp_path / "old").write_bytes(kept)
        done = here.hub.run("fleet", "roster", "publish", str(tmp_path / "old"))
        assert (done.code, "roster 1 is older than 2" in done.err) == (1, True)
        assert here.hub.run("fleet", "roster", "publish", str(tmp_path / "none")).code == 1
        assert here.hub.run("fleet", "roster", "publish", str(old), "--json").code == 0
