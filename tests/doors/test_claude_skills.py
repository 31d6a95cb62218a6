"""A skill that runs commands while it is loaded is not loaded, unless Claude Code is told to run none."""

import json
from pathlib import Path

import pytest

from doors.hooks import Installation, call, pre
from wicket.doors.claude_skills import objection

ADVICE = "`wicket init` sets `disableSkillShellExecution`, and then it runs none"
RUNS = f"the skill helper runs commands when it is loaded, and nobody judges them; {ADVICE}"
NOT_FOUND = f"the skill helper may run commands when it is loaded, and its file was not found; {ADVICE}"


@pytest.fixture
def place(tmp_path: Path) -> Installation:
    return Installation(tmp_path, "rules: [{allow: '*'}]\n")


def skill(place: Installation, text: str, own: bool = True) -> None:
    folder = (place.home if own else place.project) / ".claude" / "skills" / "helper"
    folder.mkdir(parents=True)
    (folder / "SKILL.md").write_text(text)


def settings(place: Installation, own: bool = True, **said: object) -> None:
    folder = (place.home if own else place.project) / ".claude"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "settings.json").write_text(json.dumps(said))


def load(place: Installation) -> object:
    return place.answer(call(tool_name="Skill", tool_input={"skill": "helper"}, cwd=str(place.project)))


@pytest.mark.rule("D-20")
@pytest.mark.parametrize("own", [True, False])
def test_a_skill_that_runs_commands_is_denied(place: Installation, own: bool) -> None:
    skill(place, "Look at !`git status` first.", own)
    assert load(place) == pre("deny", RUNS)


@pytest.mark.rule("D-20")
def test_a_skill_without_commands_is_none_of_ours(place: Installation) -> None:
    skill(place, "Say hello!")
    assert load(place) is None


def test_a_skill_that_is_not_found_is_asked_about(place: Installation) -> None:
    assert load(place) == pre("ask", NOT_FOUND)


@pytest.mark.rule("D-20")
def test_where_skills_run_nothing_all_are_none_of_ours(place: Installation) -> None:
    skill(place, "!`rm x`")
    settings(place, disableSkillShellExecution=True)
    assert load(place) is None


@pytest.mark.parametrize("said", [False, "true", 1])
def test_a_project_does_not_switch_it_on_again(place: Installation, said: object) -> None:
    skill(place, "!`rm x`")
    settings(place, disableSkillShellExecution=True)
    settings(place, own=False, disableSkillShellExecution=said)
    assert load(place) == pre("deny", RUNS)


def test_settings_that_nobody_can_read_switch_nothing_off(place: Installation) -> None:
    skill(place, "!`rm x`")
    settings(place, disableSkillShellExecution=True)
    (place.project / ".claude").mkdir()
    (place.project / ".claude" / "settings.json").write_text("{")
    assert load(place) == pre("deny", RUNS)


@pytest.mark.parametrize("name", ["../helper", "a/b", ".."])
def test_a_name_that_leads_elsewhere_is_not_followed(tmp_path: Path, name: str) -> None:
    found = objection(name, str(tmp_path), {"HOME": str(tmp_path)})
    assert found is not None
    assert found[0] is False


def test_a_command_is_a_skill_too(place: Installation) -> None:
    folder = place.project / ".claude" / "commands" / "team"
    folder.mkdir(parents=True)
    (folder / "ship.md").write_text("!`make ship`")
    told = call(tool_name="Skill", tool_input={"skill": "team:ship"}, cwd=str(place.project))
    assert place.answer(told) == pre("deny", RUNS.replace("helper", "team:ship"))
