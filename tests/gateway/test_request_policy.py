"""Which policy counts is a value; what it is, is looked up each time."""

from pathlib import Path

import pytest

from wicket.gateway.request_policy import PolicySource
from wicket.policy.errors import PolicyError


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("HOME", "XDG_CONFIG_HOME", "WICKET_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    (tmp_path / "wicket").mkdir()
    return tmp_path


def test_what_holds_in_a_folder_is_found_anew(home: Path) -> None:
    source = PolicySource()
    assert source.load(str(home)) is None
    assert not source.holds(source.any(str(home)))
    (home / "wicket" / "wicket.yml").write_text("defaults: {action: deny}")
    found = source.load(str(home))
    assert found is not None
    assert found.default == "deny"
    (home / "trust.json").write_text("{}")
    (home / "wicket" / "wicket.yml").unlink()
    assert source.load(str(home)) is None  # what is trusted is no policy


def test_a_file_counts_even_if_it_says_nothing(home: Path) -> None:
    file = home / "policy"
    file.write_text("")
    assert PolicySource(str(file)).load("/") is not None
    file.write_text("rules: 1")
    with pytest.raises(PolicyError):
        PolicySource(str(file)).load("/")


def test_rules_that_do_not_stand_anywhere_yet_count_beside_the_others(home: Path) -> None:
    file = home / "policy.yml"
    file.write_text("rules: [{deny: rm}]")
    policy = PolicySource(str(file)).with_rules("/", ("make", "rm"))
    assert [str(policy.check(text, "/").decision) for text in ("make", "rm", "ls")] == ["allow", "deny", "ask"]
