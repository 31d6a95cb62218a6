"""Claude Code's settings get our hook among what is there, once, and tell where it is."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from wicket.agents import claude_code
from wicket.agents.claude_code import MATCHER, Guard, Guards
from wicket.agents.settings_file import BadSettings
from wicket.doors import hook

FILE = Path("/home/me/.claude/settings.json")
COMMAND = claude_code.command()
OURS = {"matcher": MATCHER, "hooks": [{"type": "command", "command": COMMAND}]}


def pre(*entries: Any) -> dict[str, Any]:
    return {"hooks": {"PreToolUse": list(entries)}}


def test_the_command_is_absolute_and_blocks_when_it_cannot_start() -> None:
    assert f"{sys.executable} -I -S {hook.__file__} --agent claude-code || exit 2" == COMMAND
    assert claude_code.portable_command() == "wicket hook --agent claude-code || exit 2"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({}, pre(OURS)),
        ({"model": "x", "hooks": {"Stop": [1]}}, {"model": "x", "hooks": {"Stop": [1], "PreToolUse": [OURS]}}),
        (
            pre({"matcher": "Edit", "hooks": [{"type": "command", "command": "theirs"}]}),
            pre({"matcher": "Edit", "hooks": [{"type": "command", "command": "theirs"}]}, OURS),
        ),
        (pre("nonsense", {"matcher": "Bash"}), pre("nonsense", {"matcher": "Bash"}, OURS)),
    ],
)
def test_the_hook_is_added_and_all_else_stays(before: dict[str, Any], after: dict[str, Any]) -> None:
    kept = json.dumps(before)
    assert claude_code.with_hook(before, COMMAND, FILE) == after
    assert json.dumps(before) == kept
    assert claude_code.with_hook(after, COMMAND, FILE) == after


@pytest.mark.parametrize(
    ("matcher", "missing"),
    [
        ("*", ""),
        ("", ""),
        (".*", ""),
        (MATCHER, ""),
        ("Bash", "Monitor|PowerShell"),
        ("Bash|PowerShell", "Monitor"),
        ("Bash|Edit", "Monitor|PowerShell"),
    ],
)
def test_a_hook_that_works_is_left_as_it_is_and_added_for_what_it_misses(matcher: str, missing: str) -> None:
    entry = {
        "matcher": matcher,
        "hooks": [{"type": "command", "command": f"{sys.executable} -m wicket hook --agent claude-code"}],
    }
    more = [{"matcher": missing, "hooks": [{"type": "command", "command": COMMAND}]}] if missing else []
    assert claude_code.with_hook(pre(entry), COMMAND, FILE) == pre(entry, *more)
    bare = {"hooks": entry["hooks"]}
    assert claude_code.with_hook(pre(bare), COMMAND, FILE) == pre(bare)


@pytest.mark.parametrize(
    "stale",
    [
        "/gone/bin/python -I -S /gone/wicket/doors/hook.py --agent claude-code || exit 2",
        f"{sys.executable} -I -S /gone/wicket/doors/hook.py --agent claude-code",
        "/gone/wicket hook --agent=claude-code",
        "/gone/'wicket hook --agent claude-code",
    ],
)
def test_a_hook_that_cannot_start_is_replaced(stale: str) -> None:
    before = pre({"matcher": MATCHER, "hooks": [{"type": "command", "command": stale, "timeout": 9}]})
    after = pre({"matcher": MATCHER, "hooks": [{"type": "command", "command": COMMAND, "timeout": 9}]})
    assert claude_code.with_hook(before, COMMAND, FILE) == after


@pytest.mark.parametrize("matcher", ["Edit", "Bas", "(", 7])
def test_a_hook_for_other_tools_guards_no_shell(matcher: object) -> None:
    entry = {"matcher": matcher, "hooks": [{"type": "command", "command": COMMAND}]}
    assert claude_code.with_hook(pre(entry), COMMAND, FILE) == pre(entry, OURS)


@pytest.mark.parametrize("settings", [{"hooks": []}, {"hooks": {"PreToolUse": {}}}])
def test_what_claude_code_cannot_read_is_left_alone(settings: dict[str, Any]) -> None:
    with pytest.raises(BadSettings, match="has `hooks` that Claude Code cannot read; mend them first"):
        claude_code.with_hook(settings, COMMAND, FILE)


def test_all_settings_are_looked_at(tmp_path: Path) -> None:
    environ = {"HOME": str(tmp_path)}
    project = tmp_path / "project"
    assert claude_code.guards(environ, project) == Guards((), None, ())
    files = [tmp_path / ".claude" / "settings.json"]
    files += [project / ".claude" / name for name in ("settings.json", "settings.local.json")]
    for file in files:
        file.parent.mkdir(parents=True, exist_ok=True)
    files[0].write_text(json.dumps(pre(OURS, {"matcher": "Edit", "hooks": OURS["hooks"]})))
    files[1].write_text("{")
    other = {"hooks": [{"type": "command", "command": "theirs"}, {"type": "http", "url": "x"}, 7]}
    files[2].write_text(json.dumps(pre(other, OURS) | {"disableAllHooks": True}))
    found = claude_code.guards(environ, project)
    assert found.guards == (Guard(files[0], COMMAND), Guard(files[2], COMMAND))
    assert (found.off, len(found.problems)) == (files[2], 1)


@pytest.mark.parametrize(
    ("text", "own", "project"),
    [
        (COMMAND, True, True),
        ("wicket hook --agent claude-code", True, True),
        ("wicket hook --agent claude-code || exit 2", True, True),
        ("wicket hook --agent claude-code --config strict.yml", True, False),
        ("/opt/x/bin/wicket hook --agent claude-code", True, False),
        ("/opt/python3.12 -m wicket hook --agent claude-code", True, False),
        ("'/opt/my tools/python' -I -S /opt/wicket/doors/hook.py --agent claude-code", True, False),
        ("./wicket hook --agent claude-code", False, False),
        ("tools/wicket hook --agent claude-code", False, False),
        ("python -m wicket hook --agent claude-code", False, False),
        ("/opt/python -c x wicket/doors/hook.py --agent claude-code", False, False),
        ("/opt/evil hook --agent claude-code wicket hook --agent claude-code", False, False),
        ("touch /tmp/x; wicket hook --agent claude-code", False, False),
        ("wicket hook --agent claude-code | tee log", False, False),
        ("wicket hook --agent claude-code $(id)", False, False),
        ("wicket hook --agent claude-code\nid", False, False),
        ("PATH=. wicket hook --agent claude-code", False, False),
        ("wicket hook --agent claude-code '", False, False),
    ],
)
def test_only_what_starts_wicket_and_nothing_else_is_tried(tmp_path: Path, text: str, own: bool, project: bool) -> None:
    entry = {"matcher": "Bash", "hooks": [{"type": "command", "command": text}]}
    for folder in (tmp_path / ".claude", tmp_path / "project" / ".claude"):
        folder.mkdir(parents=True)
        (folder / "settings.json").write_text(json.dumps(pre(entry)))
    found = claude_code.guards({"HOME": str(tmp_path)}, tmp_path / "project")
    assert [guard.plain for guard in found.guards] == [own, project]


def test_the_folder_of_settings_can_be_another() -> None:
    assert claude_code.user_file({"HOME": "/home/me"}) == FILE
    assert claude_code.user_file({"HOME": "/home/me", "CLAUDE_CONFIG_DIR": "/elsewhere"}) == Path(
        "/elsewhere/settings.json"
    )
    assert claude_code.user_file({"HOME": "/home/me", "CLAUDE_CONFIG_DIR": "relative"}) == FILE
