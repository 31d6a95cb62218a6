"""What weakens Qwen Code's guard is named."""

from pathlib import Path

import pytest

from agents.homes import Home


@pytest.mark.rule("D-46", "D-91")
@pytest.mark.parametrize("project", [False, True])
def test_a_file_that_is_no_json_or_switches_hooks_off_guards_nothing(tmp_path: Path, project: bool) -> None:
    home = Home(tmp_path)
    (own,) = home.set_up("qwen")
    good = own.read_text()
    off = good.replace("{", '{"disableAllHooks": true,', 1) if not project else '{"disableAllHooks": true}'
    file = home.write(".qwen/settings.json", off, project=project)
    assert home.guards("qwen").off == f"`disableAllHooks` in {file}"
    home.write(".qwen/settings.json", "{", project=project)
    assert "is no JSON" in home.guards("qwen").problems[0]
