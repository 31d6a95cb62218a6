"""`wicket fleet policy rollback`, where there is nothing to go back to. The rest is in test_push."""

from pathlib import Path

from cli.fleet.towns import town


def test_who_is_no_author_and_where_there_is_no_policy_is_said(tmp_path: Path) -> None:
    with town(tmp_path) as here:
        here.make("ci", "prod")
        here.start_hub()
        alice = here.person("alice")
        here.name_in_roster("alice", "ci", "prod")
        here.sign()
        code, said = here.typed(alice, "policy", "rollback")
        assert (code, "say --group, which is one of ci, prod" in said) == (2, True), said
        code, said = here.typed(alice, "policy", "rollback", "--group", "ci")
        assert (code, "ci has no policy yet" in said) == (1, True), said
        folder = alice.project / "policy"
        folder.mkdir()
        (folder / "wicket.yml").write_text("rules: []\n")
        code, said = here.typed(alice, "policy", "push", str(folder), "--group", "ci")
        assert (code, "the roster does not name you as an author of ci" in said) == (1, True), said
        code, said = here.typed(alice, "audit", "x")
        assert (code, "the roster does not name alice as an auditor" in said) == (1, True), said
