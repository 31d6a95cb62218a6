"""What makes Claude Code drop a file of settings is found; what it does not mind is not."""

from typing import Any

import pytest

from wicket.agents.claude_settings_types import wrong_type


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"model": "x", "cleanupPeriodDays": 30, "env": {}, "disableAllHooks": False},
        {"somethingNew": 7, "permissions": {"allow": ["Bash(ls)"], "somethingNew": 7}},
        {"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "x"}, {"type": "http", "url": "y"}]}]}},
        {"hooks": {"PreToolUse": [{"matcher": "(", "hooks": []}]}},
    ],
)
def test_what_claude_code_reads(settings: dict[str, Any]) -> None:
    assert wrong_type(settings) is None


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"model": 7}, "`model` must be a text"),
        ({"cleanupPeriodDays": True}, "`cleanupPeriodDays` must be a number"),
        ({"permissions": "x"}, "`permissions` must be an object"),
        ({"permissions": {"allow": "x"}}, "`permissions.allow` must be a list"),
        ({"permissions": {"allow": [7]}}, "`permissions.allow` must be a list of texts"),
        ({"hooks": {"New": [{"hooks": [{"type": "command"}]}]}}, "`hooks.New` has a hook without a command"),
        ({"hooks": []}, "`hooks` must be an object"),
    ],
)
def test_what_it_drops_the_file_for(settings: dict[str, Any], said: str) -> None:
    assert wrong_type(settings) == said
