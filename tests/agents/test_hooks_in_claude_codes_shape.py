"""Hooks in Claude Code's shape: ours is added, mended and found."""

import json
from pathlib import Path
from typing import Any

import pytest

from agents.homes import Home
from wicket.agents.gemini_settings import SETUP
from wicket.agents.hook_command import command
from wicket.agents.hooks_in_claude_codes_shape import handlers, without_hooks


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


def hook(home: Home, **more: Any) -> dict[str, Any]:
    return {"type": "command", "command": command("gemini", home.environ), "timeout": 600000, **more}


@pytest.mark.rule("D-11", "D-6")
@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ({"timeout": 600}, "`timeout` 600"),
        ({"timeout": "600000"}, "`timeout` '600000'"),
        ({"timeout": 60000.0}, "`timeout` 60000.0"),
        ({"timeout": None}, "`timeout` None"),
        ({"async": True}, "`async`"),
    ],
)
def test_a_hook_that_is_not_waited_for_does_not_guard_and_is_mended(home: Home, fault: Any, said: str) -> None:
    entry = {"matcher": "*", "hooks": [hook(home, **fault)]}
    file = home.write(".gemini/settings.json", json.dumps({"hooks": {"BeforeTool": [entry]}}))
    found = home.guards("gemini")
    assert found.guards == ()
    assert found.problems == (f"{file}: wicket's hook has {said}, so that it does not guard; run `wicket init`",)
    home.set_up("gemini")
    assert home.guards("gemini").problems == ()
    assert json.loads(file.read_text())["hooks"]["BeforeTool"] == [{"matcher": "*", "hooks": [hook(home)]}]


def test_a_hook_for_some_tools_alone_does_not_guard(home: Home) -> None:
    entry = {"matcher": "write_file", "hooks": [hook(home)]}
    home.write(".gemini/settings.json", json.dumps({"hooks": {"BeforeTool": [entry]}}))
    assert "has a `matcher` of its own" in home.guards("gemini").problems[0]
    home.set_up("gemini")
    assert home.guards("gemini").problems == ()


@pytest.mark.rule("D-12")
def test_a_projects_hook_is_no_guard(home: Home) -> None:
    entry = {"matcher": "*", "hooks": [hook(home)]}
    home.write(".gemini/settings.json", json.dumps({"hooks": {"BeforeTool": [entry]}}), project=True)
    assert home.guards("gemini").guards == ()


def test_what_is_not_ours_stays(home: Home) -> None:
    theirs = {"type": "command", "command": "theirs"}
    settings = {"a": 1, "hooks": {"BeforeTool": [{"hooks": [theirs, hook(home)]}, {"hooks": [hook(home)]}], "X": 7}}
    assert without_hooks(settings, "gemini") == {"a": 1, "hooks": {"BeforeTool": [{"hooks": [theirs]}], "X": 7}}
    assert without_hooks({"hooks": {"BeforeTool": [{"hooks": [hook(home)]}]}}, "gemini") == {}
    assert without_hooks({"hooks": 7}, "gemini") == {"hooks": 7}
    assert handlers({"hooks": {"X": [7, {"hooks": 7}, {"hooks": [7]}]}}, "X") == []
    assert SETUP.name == "gemini"
