"""Which policy a word means."""

from pathlib import Path

import pytest

from wicket.replay.named_policy import NoSuchPolicy, named_policy


@pytest.mark.parametrize("name", ["read-only", "wicket:read-only"])
def test_what_ships_with_wicket_has_a_name(name: str) -> None:
    policy = named_policy(name, {})
    assert policy.title == "wicket:read-only"
    assert str(policy.holds_in("/").check("git status", "/").decision) == "allow"


def test_a_file_is_meant_where_there_is_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "read-only").write_text("defaults: {action: deny}")
    assert str(named_policy("read-only", {}).holds_in("/").check("ls", "/").decision) == "deny"
    assert str(named_policy("wicket:read-only", {}).holds_in("/").check("ls", "/").decision) == "allow"


@pytest.mark.parametrize("name", ["nothing", "wicket:nothing", "wicket:../x", ""])
def test_a_word_that_means_nothing(name: str) -> None:
    with pytest.raises(NoSuchPolicy, match=r"neither a file nor one of .*read-only"):
        named_policy(name, {})


def test_a_level_is_a_text_with_a_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "work").mkdir()  # a folder is no policy
    policy = named_policy("work", {}, {"work": "rules: [{allow: make}]"})
    assert (policy.title, str(policy.holds_in("/").check("make", "/").decision)) == ("work", "allow")
    with pytest.raises(NoSuchPolicy, match="neither a file nor one of work, "):
        named_policy("play", {}, {"work": ""})
