"""Files of variables that lead an agent to other settings."""

from pathlib import Path

import pytest

from wicket.agents.environment_files import excluded_of, set_elsewhere, with_excluded, without_excluded

NAMES = ("X_HOME", "X_SETTINGS")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("X_HOME=/x", True),
        ("A=1\n  export X_HOME: /x", True),
        ("# X_HOME=/x", False),
        ("MY_X_HOME=/x\nX_HOMES=1", False),
        ("", False),
    ],
)
def test_what_sets_a_variable(tmp_path: Path, text: str, found: bool) -> None:
    own = tmp_path / ".x" / "settings.json"
    own.parent.mkdir()
    (tmp_path / ".x" / ".env").write_text(text)
    environ = {"HOME": str(tmp_path)}
    said = list(set_elsewhere(".x", own, environ, tmp_path / "p", NAMES, NAMES))
    wanted = f"{tmp_path}/.x/.env sets X_HOME, which leads to other settings; remove it"
    assert said == ([wanted] if found else [])


def test_what_a_project_may_not_set_is_looked_for_in_the_agents_folders_alone(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("X_SETTINGS=1\n")
    own = tmp_path / ".x" / "settings.json"
    assert list(set_elsewhere(".x", own, {}, tmp_path, NAMES, NAMES)) == []
    assert len(list(set_elsewhere(".x", own, {}, tmp_path, NAMES, ()))) == 1


def test_the_list_is_made_and_taken_away_again() -> None:
    made = with_excluded({"a": 1}, NAMES)
    assert excluded_of(made) == ["DEBUG", "DEBUG_MODE", *NAMES]
    assert with_excluded(made, NAMES) == made
    without_excluded(made, NAMES, [])
    assert made == {"a": 1}


def test_what_is_no_list_is_left_alone() -> None:
    assert with_excluded({"advanced": 1}, NAMES) == {"advanced": 1}
    odd = {"advanced": {"excludedEnvVars": 1}}
    without_excluded(odd, NAMES, [])
    assert odd == {"advanced": {"excludedEnvVars": 1}}
