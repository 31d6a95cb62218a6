"""Claude Code's settings get our hook among what is there, once, and tell where it is."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from wicket.agents import claude_code_settings
from wicket.agents.claude_code_settings import MATCHER, TOOLS
from wicket.agents.guard import Guard, Guards
from wicket.agents.hook_command import ELSE_BLOCK, TIMEOUT_S
from wicket.agents.hooks_in_claude_codes_shape import without_hooks
from wicket.agents.settings_file_and_backup import BadSettings
from wicket.doors import hook, hook_process

FILE = Path("/home/me/.claude/settings.json")
COMMAND = f"{sys.executable} -I -S {hook.__file__} --agent claude-code{ELSE_BLOCK}"  # an earlier version wrote it so
RESULTS = ("PostToolUse", "PostToolUseFailure")
OURS: dict[str, Any] = {"matcher": MATCHER, "hooks": [{"type": "command", "command": COMMAND, "timeout": 600}]}
BLOCK = " || { echo 'wicket: the guard did not start' >&2; exit 2; }"


def pre(*entries: Any) -> dict[str, Any]:
    return {"hooks": {"PreToolUse": list(entries)}}


def set_up(*entries: Any, **others: Any) -> dict[str, Any]:
    told = {event: [OURS | {"matcher": "|".join(TOOLS)}] for event in RESULTS}
    return {"hooks": others | {"PreToolUse": list(entries)} | told, "disableSkillShellExecution": True}


@pytest.mark.rule("D-4")
def test_the_command_is_absolute_and_blocks_when_it_cannot_start() -> None:
    start = "/state/bin/wicket-hook --agent claude-code --timeout 600"
    assert claude_code_settings.command({"WICKET_HOME": "/state"}) == f"{start}{BLOCK}"
    assert claude_code_settings.portable_command() == f"wicket hook --agent claude-code{BLOCK}"


@pytest.mark.rule("D-5")
def test_the_hook_gives_up_before_claude_code_does() -> None:
    assert hook_process.patience(["--agent", "claude-code", "--timeout", str(TIMEOUT_S)]) + 30 <= TIMEOUT_S


@pytest.mark.rule("D-5", "D-21")
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({}, set_up(OURS)),
        (
            {"model": "x", "hooks": {"Stop": []}},
            {"model": "x"} | set_up(OURS, Stop=[]),
        ),
        (
            pre({"matcher": "Edit", "hooks": [{"type": "command", "command": "theirs"}]}),
            set_up({"matcher": "Edit", "hooks": [{"type": "command", "command": "theirs"}]}, OURS),
        ),
    ],
)
def test_the_hook_is_added_and_all_else_stays(before: dict[str, Any], after: dict[str, Any]) -> None:
    kept = json.dumps(before)
    assert claude_code_settings.with_hook(before, COMMAND, FILE) == after
    assert json.dumps(before) == kept
    assert claude_code_settings.with_hook(after, COMMAND, FILE) == after


@pytest.mark.parametrize("matcher", ["*", "", ".*", None])
def test_a_hook_that_works_is_left_as_it_is(matcher: str | None) -> None:
    entry: dict[str, Any] = {} if matcher is None else {"matcher": matcher}
    entry["hooks"] = [{"type": "command", "command": f"{sys.executable} -m wicket hook --agent claude-code"}]
    assert claude_code_settings.with_hook(set_up(entry), COMMAND, FILE) == set_up(entry)


@pytest.mark.parametrize("matcher", ["Bash|Monitor|PowerShell", "Bash", "Edit", "Bas", "("])
def test_a_hook_that_misses_tools_is_asked_about_all(matcher: str) -> None:
    entry = {"matcher": matcher, "hooks": [{"type": "command", "command": COMMAND}]}
    assert claude_code_settings.with_hook(pre(entry), COMMAND, FILE) == set_up(entry | {"matcher": "*"})


def test_beside_the_hook_of_another_one_is_added() -> None:
    entry = {"matcher": "Bash", "hooks": [OURS["hooks"][0], {"type": "command", "command": "theirs"}]}
    assert claude_code_settings.with_hook(pre(entry), COMMAND, FILE) == set_up(entry, OURS)


@pytest.mark.rule("D-25")
@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ({"timeout": 0}, "`timeout` 0"),
        ({"timeout": -1}, "`timeout` -1"),
        ({"timeout": 2}, "`timeout` 2"),
        ({"timeout": "600"}, "`timeout` '600'"),
        ({"timeout": True}, "`timeout` True"),
        ({"async": True}, "`async`"),
        ({"if": "Bash(ls)"}, "`if`"),
    ],
)
def test_a_hook_whose_answer_is_not_waited_for_does_not_guard(tmp_path: Path, fault: dict[str, Any], said: str) -> None:
    entry = {"matcher": "*", "hooks": [OURS["hooks"][0] | fault]}
    file = tmp_path / ".claude" / "settings.json"
    file.parent.mkdir()
    file.write_text(json.dumps(pre(entry)))
    found = claude_code_settings.guards({"HOME": str(tmp_path)}, tmp_path / "project")
    problem = f"{file}: wicket's hook has {said}, so that it does not guard; run `wicket init`"
    assert found == Guards((), None, (problem,))
    assert claude_code_settings.with_hook(pre(entry), COMMAND, FILE) == set_up(OURS)


@pytest.mark.rule("D-25")
@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"model": 7}, "`model` must be a text"),
        ({"permissions": {"allow": "x"}}, "`permissions.allow` must be a list"),
        ({"permissions": {"deny": [1]}}, "`permissions.deny` must be a list of texts"),
        ({"permissions": []}, "`permissions` must be an object"),
        ({"cleanupPeriodDays": "30"}, "`cleanupPeriodDays` must be a number"),
        ({"disableAllHooks": "no"}, "`disableAllHooks` must be true or false"),
        ({"hooks": {"Stop": {}}}, "`hooks.Stop` must be a list"),
        ({"hooks": {"Stop": [1]}}, "`hooks.Stop` has an entry without a list of hooks"),
        ({"hooks": {"Stop": [{"hooks": [], "matcher": 7}]}}, "`hooks.Stop` has a matcher that is no text"),
        ({"hooks": {"Stop": [{"hooks": [{"type": "command"}]}]}}, "`hooks.Stop` has a hook without a command"),
        ({"hooks": {"Stop": [{"hooks": [7]}]}}, "`hooks.Stop` has a hook without a type that is known"),
    ],
)
def test_one_value_of_a_wrong_type_unmakes_the_guard(tmp_path: Path, wrong: dict[str, Any], said: str) -> None:
    settings = {"hooks": pre(OURS)["hooks"] | wrong.get("hooks", {})} | {
        key: value for key, value in wrong.items() if key != "hooks"
    }
    file = tmp_path / ".claude" / "settings.json"
    file.parent.mkdir()
    file.write_text(json.dumps(settings))
    found = claude_code_settings.guards({"HOME": str(tmp_path)}, tmp_path / "project")
    dropped = f"{file}: {said}, so that Claude Code drops the whole file without a word; mend it"
    assert found == Guards((), None, (dropped,))
    with pytest.raises(BadSettings) as caught:
        claude_code_settings.with_hook(settings, COMMAND, FILE)
    assert str(caught.value) == f"{FILE}: {said}, and Claude Code drops such a file with all its hooks; mend it first"


@pytest.mark.rule("D-25")
def test_a_matcher_that_is_no_regular_expression_is_named(tmp_path: Path) -> None:
    file = tmp_path / ".claude" / "settings.json"
    file.parent.mkdir()
    file.write_text(json.dumps(pre(OURS | {"matcher": "("})))
    found = claude_code_settings.guards({"HOME": str(tmp_path)}, tmp_path / "project")
    said = "wicket's hook has a `matcher` that is no regular expression, so that it does not guard; run `wicket init`"
    assert found == Guards((), None, (f"{file}: {said}",))


@pytest.mark.rule("D-25")
def test_a_variable_may_switch_hooks_off(tmp_path: Path) -> None:
    found = claude_code_settings.guards({"HOME": str(tmp_path), "CLAUDE_CODE_SIMPLE": "1"}, tmp_path)
    assert found.off == "CLAUDE_CODE_SIMPLE in the environment"


@pytest.mark.rule("D-25", "D-91")
@pytest.mark.parametrize("name", ["CLAUDE_CODE_SIMPLE", "CLAUDE_CODE_SAFE_MODE"])
@pytest.mark.parametrize("place", ["home/.claude/settings.json", "p/.claude/settings.json"])
def test_a_file_may_set_that_variable(tmp_path: Path, name: str, place: str) -> None:
    file = tmp_path / place
    file.parent.mkdir(parents=True)
    file.write_text(json.dumps({"env": {name: "1"}}))
    environ = {"HOME": str(tmp_path / "home")}
    assert claude_code_settings.guards(environ, tmp_path / "p").off == f"`env.{name}` in {file}"
    file.write_text(json.dumps({"env": {name: "0"}}))
    assert claude_code_settings.guards(environ, tmp_path / "p").off is None


@pytest.mark.rule("D-25")
def test_a_persons_settings_may_lead_to_others(tmp_path: Path) -> None:
    for place in (tmp_path / "p", tmp_path):
        file = place / ".claude" / "settings.json"
        file.parent.mkdir(parents=True)
        file.write_text('{"env": {"CLAUDE_CONFIG_DIR": "/tmp/x"}}')
        off = claude_code_settings.guards({"HOME": str(tmp_path)}, tmp_path / "p").off
        assert off == (None if place != tmp_path else f"`env.CLAUDE_CONFIG_DIR` in {file}")


@pytest.mark.rule("D-26", "D-11")
@pytest.mark.parametrize(
    ("theirs", "managed", "expected"),
    [
        ({"disableAllHooks": True}, {}, None),
        ({"env": {"CLAUDE_CODE_SAFE_MODE": "1"}}, {}, None),
        ({"env": {"CLAUDE_CODE_SIMPLE": "1"}}, {}, "`env.CLAUDE_CODE_SIMPLE` in "),
        ({"env": {"CLAUDE_CODE_SIMPLE": "1"}}, {"env": {"CLAUDE_CODE_SIMPLE": "0"}}, None),
        ({}, {"disableAllHooks": True}, "`disableAllHooks` in "),
    ],
)
def test_the_machines_hook_withstands_what_a_project_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, theirs: Any, managed: Any, expected: str | None
) -> None:
    machine = tmp_path / "managed-settings.json"
    monkeypatch.setattr(claude_code_settings, "_MANAGED", machine)
    machine.write_text(json.dumps(claude_code_settings.with_hook({}, COMMAND, machine) | managed))
    file = tmp_path / "p" / ".claude" / "settings.json"
    file.parent.mkdir(parents=True)
    file.write_text(json.dumps(theirs))
    off = claude_code_settings.guards({"HOME": str(tmp_path / "home")}, tmp_path / "p").off
    assert (off or "").startswith(expected) if expected else off is None
    if expected is None:
        machine.unlink()
        assert claude_code_settings.guards({"HOME": str(tmp_path / "home")}, tmp_path / "p").off is not None


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
    before = pre({"matcher": MATCHER, "hooks": [{"type": "command", "command": stale, "timeout": 90}]})
    after = set_up({"matcher": MATCHER, "hooks": [{"type": "command", "command": COMMAND, "timeout": 90}]})
    assert claude_code_settings.with_hook(before, COMMAND, FILE) == after


def test_a_hook_that_is_told_how_calls_end_is_added_once_and_mended() -> None:
    stale = {"matcher": "Bash", "hooks": [{"type": "command", "command": "/gone/wicket hook --agent claude-code"}]}
    before = set_up(OURS)
    before["hooks"]["PostToolUse"] = [stale]
    after = set_up(OURS)
    after["hooks"]["PostToolUse"] = [{"matcher": "Bash", "hooks": [{"type": "command", "command": COMMAND}]}]
    assert claude_code_settings.with_hook(before, COMMAND, FILE) == after
    assert without_hooks(set_up(OURS), "claude-code") == {"disableSkillShellExecution": True}


@pytest.mark.parametrize("settings", [{"hooks": []}, {"hooks": {"PreToolUse": {}}}])
def test_what_claude_code_cannot_read_is_left_alone(settings: dict[str, Any]) -> None:
    with pytest.raises(BadSettings, match="mend it first"):
        claude_code_settings.with_hook(settings, COMMAND, FILE)


@pytest.mark.rule("D-25")
def test_all_settings_are_looked_at(tmp_path: Path) -> None:
    environ = {"HOME": str(tmp_path)}
    project = tmp_path / "project"
    assert claude_code_settings.guards(environ, project) == Guards((), None, ())
    files = [tmp_path / ".claude" / "settings.json"]
    files += [project / ".claude" / name for name in ("settings.json", "settings.local.json")]
    for file in files:
        file.parent.mkdir(parents=True, exist_ok=True)
    files[0].write_text(json.dumps(pre(OURS, {"matcher": "Edit", "hooks": OURS["hooks"]})))
    files[1].write_text("{")
    other = {"hooks": [{"type": "command", "command": "theirs"}, {"type": "http", "url": "x"}]}
    files[2].write_text(json.dumps(pre(other, OURS) | {"disableAllHooks": True}))
    found = claude_code_settings.guards(environ, project)
    edits = Guard(files[0], COMMAND, tools=("Edit",))
    assert found.guards == (Guard(files[0], COMMAND, tools=TOOLS), edits, Guard(files[2], COMMAND, tools=TOOLS))
    assert (found.off, len(found.problems)) == (f"`disableAllHooks` in {files[2]}", 1)


@pytest.mark.parametrize(
    ("text", "own", "project"),
    [
        (COMMAND, True, True),
        ("wicket hook --agent claude-code", True, True),
        ("wicket hook --agent claude-code || exit 2", True, True),
        (f"wicket hook --agent claude-code{BLOCK}", True, True),
        (f"wicket hook --agent claude-code{BLOCK}; id", False, False),
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
    found = claude_code_settings.guards({"HOME": str(tmp_path)}, tmp_path / "project")
    assert [guard.plain for guard in found.guards] == [own, project]


def test_the_folder_of_settings_can_be_another() -> None:
    assert claude_code_settings.user_file({"HOME": "/home/me"}) == FILE
    assert claude_code_settings.user_file({"HOME": "/home/me", "CLAUDE_CONFIG_DIR": "/elsewhere"}) == Path(
        "/elsewhere/settings.json"
    )
    assert claude_code_settings.user_file({"HOME": "/home/me", "CLAUDE_CONFIG_DIR": "relative"}) == FILE
