"""A policy as it would be with some rules more."""

from pathlib import Path

import pytest

from wicket.loaded_policy import Policy
from wicket.policy.errors import PolicyError
from wicket.policy_files import policy_with_added_rules
from wicket.policy_files.policy_with_added_rules import compiled_with


def decision(cwd: Path, environ: dict[str, str], command: str, *allowing: str, config: str | None = None) -> str:
    found = compiled_with(str(cwd), environ, config, allowing)
    return str(Policy(found.policy, files=found.files).check(command, cwd, environ).decision)


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    folder = tmp_path / ".config" / "wicket"
    folder.mkdir(parents=True)
    (folder / "wicket.yml").write_text("rules: [{allow: ls}, {deny: 'git push *'}]\n")
    return {"HOME": str(tmp_path), "WICKET_HOME": str(tmp_path / "home")}


def test_the_rules_count_beside_those_of_the_files(tmp_path: Path, environ: dict[str, str]) -> None:
    assert decision(tmp_path, environ, "npm test && ls") == "ask"
    assert decision(tmp_path, environ, "npm test && ls", "npm test") == "allow"
    assert decision(tmp_path, environ, "npm test -x", "npm test") == "ask"


def test_a_denial_stays(tmp_path: Path, environ: dict[str, str]) -> None:
    assert decision(tmp_path, environ, "git push x", "git push x") == "deny"


def test_one_file_alone_is_meant_where_one_is_named(tmp_path: Path, environ: dict[str, str]) -> None:
    (tmp_path / "other.yml").write_text("rules: [{allow: pwd}]\n")
    config = str(tmp_path / "other.yml")
    assert decision(tmp_path, environ, "git push x", "git push x", config=config) == "allow"
    assert decision(tmp_path, environ, "ls", "make", config=config) == "ask"


def test_a_file_that_changes_is_read_again_and_one_that_does_not_is_not(
    tmp_path: Path, environ: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert decision(tmp_path, environ, "ls", "make") == "allow"
    file = tmp_path / ".config" / "wicket" / "wicket.yml"
    file.write_text("rules: [{deny: ls}]\n")
    assert decision(tmp_path, environ, "ls", "make") == "deny"
    monkeypatch.setattr(policy_with_added_rules, "Loader", None)
    assert decision(tmp_path, environ, "ls", "make") == "deny"


def test_only_so_many_are_kept(tmp_path: Path, environ: dict[str, str]) -> None:
    for number in range(20):
        decision(tmp_path, environ, "ls", f"make t{number}")
    assert len(policy_with_added_rules._kept) <= policy_with_added_rules.MAX_KEPT


def test_a_pattern_that_is_none_is_an_error(tmp_path: Path, environ: dict[str, str]) -> None:
    with pytest.raises(PolicyError):
        decision(tmp_path, environ, "ls", "git [-x")
