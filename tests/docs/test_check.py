"""docs/check.md and the pages on how to move over do what they show."""

import json
import re
from pathlib import Path

import pytest

from docs.pages import ROOT, console_steps, python_blocks, run_console, text_blocks

PAGE = ROOT / "docs" / "check.md"
HOW_TO = sorted((ROOT / "docs" / "howto").glob("from-*.md"))


@pytest.mark.parametrize("page", [PAGE, *HOW_TO], ids=lambda page: page.stem)
def test_the_commands_do_what_they_show(page: Path, tmp_path: Path) -> None:
    shown = console_steps(page)
    assert shown
    assert run_console(shown, tmp_path) == shown


def test_the_python_prints_what_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    (block,), (said,) = python_blocks(PAGE), text_blocks(PAGE)
    exec(compile(block, str(PAGE), "exec"), {})
    assert capsys.readouterr().out == said


def test_the_settings_are_json() -> None:
    page = ROOT / "docs" / "howto" / "from-claude-code.md"
    before, after = (json.loads(block) for block in re.findall(r"```json\n(.*?)```", page.read_text(), re.DOTALL))
    assert set(before) == {"permissions"}
    assert set(after["hooks"]) == {"PreToolUse", "PermissionRequest"}
