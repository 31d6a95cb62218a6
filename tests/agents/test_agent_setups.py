"""Every agent with a door can be set up, once, and be left as it was."""

import json
from pathlib import Path

import pytest

from agents.homes import Home, files
from wicket.agents.agent_setups import SETUPS
from wicket.agents.canary_calls import try_out
from wicket.agents.hook_command import ELSE_BLOCK
from wicket.agents.settings_file_and_backup import BadSettings
from wicket.doors.hook_process import AGENTS, patience


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


def test_every_door_has_a_setup() -> None:
    assert set(SETUPS) == set(AGENTS) - {"generic"}
    assert [setup.name for setup in SETUPS.values()] == list(SETUPS)


@pytest.mark.rule("D-12")
@pytest.mark.parametrize("agent", SETUPS)
def test_it_is_written_once_into_a_persons_own_files(home: Home, agent: str) -> None:
    written = home.set_up(agent)
    assert written
    assert not any(path.is_relative_to(home.project) for path in written)
    assert SETUPS[agent].changes(home.environ) == []


@pytest.mark.rule("D-91", "D-11")
@pytest.mark.parametrize("agent", [agent for agent in SETUPS if agent != "codex"])  # which asks Codex itself
def test_what_is_set_up_guards(home: Home, agent: str) -> None:
    assert home.guards(agent).guards == ()
    home.set_up(agent)
    found = home.guards(agent)
    assert (found.off, found.problems, len(found.guards)) == (None, (), 1)
    trials = try_out(agent, found.guards[0].command, home.project, home.environ)
    assert [trial for trial in trials if not trial.passed] == []


@pytest.mark.parametrize("agent", SETUPS)
def test_what_was_written_is_taken_out_again(home: Home, agent: str) -> None:
    home.set_up(agent)
    for change in SETUPS[agent].removals(home.environ):
        change.make()
    found = home.guards(agent)
    assert found.guards == ()
    assert SETUPS[agent].removals(home.environ) == []
    assert not any(b"wicket-hook" in data for data in files(home.root).values())


@pytest.mark.rule("D-4", "D-5", "D-6", "D-34", "D-42", "D-51")
@pytest.mark.parametrize(
    ("agent", "file", "limit"),
    [
        ("claude-code", ".claude/settings.json", '"timeout": 600'),
        ("codex", ".codex/hooks.json", '"timeout": 600'),
        ("gemini", ".gemini/settings.json", '"timeout": 600000'),
        ("qwen", ".qwen/settings.json", '"timeout": 600000'),
        ("copilot", ".copilot/hooks/wicket.json", '"timeoutSec": 600'),
        ("droid", ".factory/settings.json", '"timeout": 600'),
    ],
)
def test_the_limit_is_in_the_agents_unit_and_the_hook_is_told(home: Home, agent: str, file: str, limit: str) -> None:
    home.set_up(agent)
    text = (home.root / file).read_text()
    assert f"{limit}\n" in text.replace(",\n", "\n")
    ending = json.dumps(f" --agent {agent} --timeout 600{ELSE_BLOCK}")[1:]
    assert text.count(ending) == text.count("wicket-hook --agent")


@pytest.mark.rule("D-42", "D-51", "D-70")
def test_without_a_limit_in_the_settings_the_hook_answers_before_the_agents_own() -> None:
    assert {agent: patience(["--agent", agent]) for agent in ("gemini", "qwen", "droid", "copilot")} == {
        "gemini": 50,
        "qwen": 50,
        "droid": 50,
        "copilot": 25,
    }


@pytest.mark.parametrize(
    ("agent", "file"),
    [("gemini", ".gemini/settings.json"), ("qwen", ".qwen/settings.json"), ("droid", ".factory/settings.json")],
)
def test_all_else_stays_as_it_is(home: Home, agent: str, file: str) -> None:
    before = '{\n    "theme" : "dark",  \n    "hooks": {\n        "Stop": []\n    }\n}\n'
    path = home.write(file, before)
    home.set_up(agent)
    after = path.read_text()
    assert [line for line in before.splitlines() if line not in after.splitlines()] == ['        "Stop": []']
    assert json.loads(after)["theme"] == "dark"
    for change in SETUPS[agent].removals(home.environ):
        change.make()
    assert json.loads(path.read_text()) == json.loads(before)


@pytest.mark.parametrize(
    ("agent", "file"),
    [
        ("codex", ".codex/hooks.json"),
        ("gemini", ".gemini/settings.json"),
        ("qwen", ".qwen/settings.json"),
        ("droid", ".factory/settings.json"),
        ("amp", ".config/amp/settings.json"),
        ("cline", ".cline/hooks/PreToolUse"),
    ],
)
def test_what_cannot_be_understood_is_not_touched(home: Home, agent: str, file: str) -> None:
    path = home.write(file, "// mine\n{")
    with pytest.raises(BadSettings):
        SETUPS[agent].changes(home.environ)
    assert path.read_text() == "// mine\n{"
