"""What agents' own tools do to files, and which files none of them writes without a person."""

import pytest

from wicket.doors.file_tools import FileTools, accesses, patched_files, standing

KNOWN: FileTools = {"look": ("read", ("path", "paths")), "seek": ("search", ("dir",)), "put": ("write", ("path",))}


def test_a_tool_may_name_several_paths() -> None:
    assert accesses("look", KNOWN, {"paths": ["a", "b"]}, {}) == [("read", "a"), ("read", "b")]
    assert accesses("look", KNOWN, {"path": "~/a"}, {"HOME": "/h"}) == [("read", "~/a"), ("read", "/h/a")]


def test_a_search_needs_no_path_and_reads_what_its_filter_names() -> None:
    assert accesses("seek", KNOWN, {}, {}) == [("search", ".")]
    assert ("read", "./.env") in accesses("seek", KNOWN, {"glob_pattern": ".env"}, {})
    assert accesses("seek", KNOWN, {"dir": "src", "include": "*.env"}, {}) == [
        ("search", "src"),
        ("read", "src/*.env"),
        ("read", "src/.env"),
    ]


@pytest.mark.parametrize("given", [{}, {"path": ""}, {"path": 7}, {"paths": ["a", None]}, [], None, "a"])
def test_a_call_without_a_path_is_refused(given: object) -> None:
    with pytest.raises(ValueError, match="the call of look has no"):
        accesses("look", KNOWN, given, {})


def test_a_patch_names_its_files() -> None:
    patch = "*** Begin Patch\n*** Add File: a\n+x\n*** Update File: b\n*** Move to: c\n@@\n*** Delete File: d\n"
    assert patched_files(patch, "T") == [("write", "a"), ("write", "b"), ("write", "c"), ("delete", "d")]
    for bad in ("", "--- a\n+++ b\n", None, 7):
        with pytest.raises(ValueError, match="names no file"):
            patched_files(bad, "T")


@pytest.mark.rule("D-9")
@pytest.mark.parametrize(
    ("patch", "meant"),
    [
        ("*** Update File: a\n*** Add File:.env\n+x\n", ("write", ".env")),
        ("*** Update File: a\n  *** Delete File:   .env  \n", ("delete", ".env")),
        ("*** Update File: a\n*** Move to:~/.ssh/id\n", ("write", "/h/.ssh/id")),
        ("*** Update File: sub\u2028/../.env\n", ("write", "sub\u2028/../.env")),
        ("*** Update File: sub\x0c/../.env\r\n", ("write", "sub\x0c/../.env")),
        ("*** Update File: a\x0b*** Add File: .env\n", ("write", ".env")),
    ],
)
def test_no_spelling_hides_a_file_of_a_patch(patch: str, meant: tuple[str, str]) -> None:
    assert meant in patched_files(patch, "T", "/h")


@pytest.mark.rule("D-9")
@pytest.mark.parametrize(
    ("path", "sure"),
    [
        (".git/hooks/pre-commit", True),
        ("x/.git/hooks/post-merge", True),
        (".git", False),
        ("x/.git", False),
        (".git/config", False),
        (".git/modules/x/config", False),
        (".git/worktrees/x/commondir", False),
        (".codex/prompts/x.md", False),
        (".gemini/commands/x.toml", False),
        ("/home/me/.config/opencode/agent/x.md", False),
        (".opencode/command/x.md", False),
        (".factory/droids/x.md", False),
        ("/home/me/.pi/agent/skills/x/SKILL.md", False),
        (".agents/skills/x/SKILL.md", False),
        ("sub/.mcp.json", False),
        (".claude/workflows/x.js", False),
        (".vscode/mcp.json", False),
        ("sub/.claude/settings.local.json", False),
        ("/home/me/other/opencode.json", False),
        ("../other/.qwen/.env", False),
        ("sub/.github/hooks/x.json", False),
    ],
)
def test_what_makes_others_run_something_is_not_written_without_a_person(path: str, sure: bool) -> None:
    found = standing(path, "/project")
    assert found is not None
    assert found[0] is sure


@pytest.mark.parametrize(
    "path",
    [
        "src/agent/commands/x.py",
        "skills/x.md",
        ".github/workflows/x.yml",
        "hooks/x",
        ".gitignore",
        ".git/description",
        "config",
        "x.git",
    ],
)
def test_other_files_are_like_others(path: str) -> None:
    assert standing(path, "/project") is None
