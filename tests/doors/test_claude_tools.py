"""Claude Code's own tools for files are judged by the file rules, whatever the mode."""

from pathlib import Path
from typing import Any

import pytest

from doors.hooks import NOBODY, Installation, call, pre
from wicket.doors.claude_tools import FILES
from wicket.doors.file_tools import accesses, standing

POLICY = """
files:
  deny_read: ['**/.env', '~/.ssh/**']
  deny_write: ['**/Makefile']
rules:
  - allow: '*'
"""


@pytest.fixture
def place(tmp_path: Path) -> Installation:
    return Installation(tmp_path, POLICY)


def use(place: Installation, tool: str, mode: str = "default", **given: Any) -> Any:
    return place.answer(call(tool_name=tool, tool_input=given, cwd=str(place.project), permission_mode=mode))


@pytest.mark.rule("D-9", "D-20")
@pytest.mark.parametrize("mode", ["default", "bypassPermissions", "acceptEdits", "plan"])
def test_what_may_not_be_read_is_not_read_by_a_tool_either(place: Installation, mode: str) -> None:
    read = use(place, "Read", mode, file_path=str(place.project / ".env"))
    rule = f"`deny_read: /**/.env ({place.policy}:3)`"
    assert read == pre("deny", f"it reads {place.project}/.env; {rule}")
    assert use(place, "Read", mode, file_path=str(place.project / "a.txt")) is None
    assert use(place, "Grep", mode, pattern="x", path=".env") == pre("deny", f"it reads .env; {rule}")


@pytest.mark.rule("D-20")
def test_a_search_is_asked_about_where_such_a_file_is_seen(place: Installation) -> None:
    assert use(place, "Grep", pattern="x") is None
    (place.project / ".env").write_text("A=1")
    asked = pre("ask", f"it reads .; `deny_read: /**/.env ({place.policy}:3)` may be about that")
    assert use(place, "Grep", pattern="x") == asked
    assert use(place, "Grep", pattern="x", path="src", glob="**/.env*") == pre(
        "deny", f"it reads src/.env; `deny_read: /**/.env ({place.policy}:3)`"
    )
    assert use(place, "Glob", pattern="**/*") is None


@pytest.mark.rule("D-9", "D-20")
@pytest.mark.parametrize("tool", ["Write", "Edit", "MultiEdit"])
def test_what_may_not_be_written_is_not_written_by_a_tool_either(place: Installation, tool: str) -> None:
    denied = pre("deny", f"it writes Makefile; `deny_write: /**/Makefile ({place.policy}:4)`")
    assert use(place, tool, "bypassPermissions", file_path="Makefile") == denied
    assert use(place, tool, "bypassPermissions", file_path="a.txt") is None


@pytest.mark.rule("D-9", "D-24")
@pytest.mark.parametrize(
    "path",
    [
        "~/.claude/settings.json",
        ".claude/settings.json",
        ".claude/settings.local.json",
        ".claude/hooks/x.sh",
        ".claude/plugins/x/plugin.json",
        "~/.claude/plugins/x",
        ".git/hooks/pre-commit",
        "sub/.git/hooks/pre-commit",
        "wicket.yml",
        "~/.config/wicket/wicket.yml",
        "/etc/claude-code/managed-settings.json",
        "/etc/wicket/wicket-hook",
    ],
)
@pytest.mark.parametrize("mode", ["default", "bypassPermissions", "acceptEdits", "dontAsk"])
def test_no_tool_opens_the_gate(place: Installation, path: str, mode: str) -> None:
    full = path.replace("~", str(place.home)) if path.startswith("~") else str(place.project / path)
    for tool, key in (("Write", "file_path"), ("Edit", "file_path"), ("NotebookEdit", "notebook_path")):
        answer = use(place, tool, mode, **{key: full})
        assert answer["hookSpecificOutput"]["permissionDecision"] == "deny", (tool, full)


@pytest.mark.rule("D-9", "D-24")
@pytest.mark.parametrize(
    "path", [".claude/skills/x/SKILL.md", ".claude/commands/x.md", ".claude/agents/x.md", ".mcp.json"]
)
def test_what_tells_the_agent_what_to_run_is_asked_about(place: Installation, path: str) -> None:
    because = f"it changes what the agent runs: {path}"
    assert use(place, "Write", file_path=path) == pre("ask", because)
    assert use(place, "Write", "dontAsk", file_path=path) == pre("deny", NOBODY + because)


def test_a_link_is_followed(place: Installation) -> None:
    (place.project / ".git" / "hooks").mkdir(parents=True)
    (place.project / "notes").symlink_to(place.project / ".git" / "hooks")
    assert standing("notes/pre-commit", str(place.project)) == (
        True,
        "git runs what lies in .git/hooks: notes/pre-commit",
    )


@pytest.mark.rule("D-8")
@pytest.mark.parametrize("key", ["command", "cmd", "commands", "script"])
def test_a_tool_that_nobody_knows_and_that_is_given_a_command_is_asked_about(place: Installation, key: str) -> None:
    said = "wicket does not know the tool Tomorrow, and it is given a command"
    assert use(place, "Tomorrow", **{key: "ls"}) == pre("ask", said)
    assert use(place, "Tomorrow", text="ls") is None


@pytest.mark.rule("D-1")
@pytest.mark.parametrize("given", [{}, {"file_path": 7}, {"file_path": ""}, {"path": "x"}])
def test_a_call_without_a_path_is_asked_about(place: Installation, given: dict[str, Any]) -> None:
    said = "wicket could not judge this: the call of Read has no file_path"
    assert use(place, "Read", **given) == pre("ask", said)


def test_what_a_tool_does_to_files() -> None:
    assert accesses("Grep", FILES, {"pattern": "x"}, {}) == [("search", ".")]
    assert accesses("Glob", FILES, {"pattern": "x", "path": "src"}, {}) == [("list", "src")]
    assert accesses("NotebookEdit", FILES, {"notebook_path": "a.ipynb"}, {}) == [("write", "a.ipynb")]


@pytest.mark.rule("D-7")
def test_a_path_is_judged_from_the_folder_of_the_call(place: Installation) -> None:
    other = place.root / "other"
    other.mkdir()
    (other / "wicket.yml").write_text("files: {deny_write: [notes.txt]}\n")
    told = call(tool_name="Write", tool_input={"file_path": "notes.txt"}, cwd=str(other))
    assert place.answer(told)["hookSpecificOutput"]["permissionDecision"] == "deny"
    assert use(place, "Write", file_path="notes.txt") is None
