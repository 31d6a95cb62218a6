"""`wicket fleet deny`: easier than approving. `test_approve.py` has a vote that is counted."""

from pathlib import Path

from cli.fleet.towns import town


def test_nothing_to_deny(tmp_path: Path) -> None:
    with town(tmp_path) as here:
        here.make("ci")
        here.start_hub()
        alice = here.person("alice")
        here.name_in_roster("alice", "ci")
        here.sign()
        code, said = here.typed(alice, "deny", "--all")
        assert (code, "nothing waits for a vote of yours" in said) == (0, True)
        code, said = here.typed(alice, "deny", "m1/3f2a")
        assert (code, "nothing called m1/3f2a waits in your inbox" in said) == (1, True)
        assert alice.run("fleet", "deny", "m1/3f2a", "--all").code == 2
