"""What the verbs that judge share."""

from pathlib import Path

import pytest

from wicket.cli.policy_options import find_policy, text_of
from wicket.shell import read


def test_one_word_is_a_text() -> None:
    assert text_of(["ls | wc -l"]) == "ls | wc -l"


@pytest.mark.parametrize(
    "words",
    [
        ["ls", "a b", "c'd", ""],
        ["FOO=1", "x"],
        ["if", "x"],
        ["echo", "$HOME", "*", "a\nb", "ü", "\u00a0"],
        ["[[", "x", "]]"],
        ["~", "!x", "{a,b}"],
    ],
)
def test_several_words_are_read_as_just_these(words: list[str]) -> None:
    (command,) = read(text_of(words)).commands
    assert [word.text for word in command.words] == words
    assert command.assignments == ()


def test_who_has_no_policy_is_told_how_to_get_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    find_policy(None, str(tmp_path))
    assert (
        capsys.readouterr().err == "there is no policy here or above, and none of your own; `wicket init` writes one\n"
    )
    (tmp_path / ".config/wicket").mkdir(parents=True)
    (tmp_path / ".config/wicket/wicket.yml").write_text("rules: []\n")
    find_policy(None, str(tmp_path))
    assert capsys.readouterr().err == ""
