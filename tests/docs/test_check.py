"""docs/check.md and the pages on how to move over do what they show."""

import json
import re
from pathlib import Path

import pytest

import wicket
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


def _rows_about_a_rule() -> list[tuple[str, str, str, str]]:
    """Each command in the tables of from-runok.md that is judged by one rule, with what the table says of it."""
    rows = []
    for line in (ROOT / "docs" / "howto" / "from-runok.md").read_text().splitlines():
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        rule = re.search(r"(allow|deny): '([^']*)'", cells[0]) if len(cells) in (3, 5) else None
        if rule is None or "<path:" in line or "runok.yml" in cells[0]:
            continue
        commands, says = (cells[0].partition(" under ")[0], cells[2]) if len(cells) == 3 else (cells[1], cells[3])
        expected = re.match(r"(?:allow|ask|deny)\b", says)
        if expected is not None:
            pattern = rule[2].replace("\\|", "|")
            rows += [(rule[1], pattern, text, expected[0]) for text in re.findall("`([^`]*)`", commands)]
    return rows


def test_the_tables_about_runok_say_what_is_so(tmp_path: Path) -> None:
    rows = _rows_about_a_rule()
    assert len(rows) > 20
    env = {"HOME": "/home/me", "PATH": "/usr/bin:/bin"}
    wrong = []
    for action, pattern, text, expected in rows:
        default = "ask" if action == "allow" else "allow"
        policy = wicket.Policy.loads(json.dumps({"defaults": {"action": default}, "rules": [{action: pattern}]}))
        said = str(policy.check(text, cwd=tmp_path, env=env).decision)
        if said != expected:
            wrong.append((action, pattern, text, expected, said))
    assert wrong == []
