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


@pytest.mark.rule("D-11")
def test_settings_that_lead_to_others_are_named(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.set_up("qwen")
    file = home.write(".qwen/.env", "QWEN_HOME=/tmp/x\n")
    assert home.guards("qwen").problems == (f"{file} sets QWEN_HOME, which leads to other settings; remove it",)
    file.unlink()
    said = '{"env": {"QWEN_CODE_SYSTEM_SETTINGS_PATH": "/tmp/x"}} // theirs'
    file = home.write(".qwen/settings.json", said, project=True)
    assert home.guards("qwen").problems == (
        f"{file} sets `env.QWEN_CODE_SYSTEM_SETTINGS_PATH`, which leads to other settings; remove it",
    )


def test_the_machines_settings_switch_it_off(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.set_up("qwen")
    file = home.write("machine.json", '{"disableAllHooks": true}')
    assert home.guards("qwen", QWEN_CODE_SYSTEM_SETTINGS_PATH=str(file)).off == f"`disableAllHooks` in {file}"


@pytest.mark.rule("D-11")
def test_a_file_of_variables_at_home_moves_its_folder(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.set_up("qwen")
    file = home.write(".env", "QWEN_HOME=/tmp/x\n")
    assert home.guards("qwen").problems == (f"{file} sets QWEN_HOME, which leads to other settings; remove it",)
