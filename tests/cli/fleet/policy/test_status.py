"""`wicket fleet policy status` where nobody is. With machines it is in test_push."""

from pathlib import Path

from cli.fleet.towns import town
from machine import Machine


def test_without_machines_it_says_so_and_without_a_key_as_well(tmp_path: Path) -> None:
    stranger = tmp_path / "stranger"
    stranger.mkdir()
    assert Machine(stranger).run("fleet", "policy", "status").code != 0
    with town(tmp_path) as here:
        here.make("ci")
        here.start_hub()
        alice = here.person("alice")
        here.name_in_roster("alice", "ci")
        here.sign()
        code, said = here.typed(alice, "policy", "status")
        assert (code, "no machine of your groups has been heard of" in said) == (0, True), said
