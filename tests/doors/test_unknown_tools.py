"""A tool that no table knows is asked about if it is given code, and is denied the files that the policy denies."""

from pathlib import Path
from typing import Any

import pytest

from doors.hooks import Installation, call, pre
from wicket.doors.unknown_tools import carries_command, mentioned_files, runs

POLICY = """
files:
  deny_read: ['**/.env', '~/.ssh/**']
  deny_write: ['**/Makefile']
tools:
  - allow: Known
"""


@pytest.fixture
def place(tmp_path: Path) -> Installation:
    return Installation(tmp_path, POLICY)


def use(place: Installation, tool: str, given: Any) -> Any:
    return place.answer(call(tool_name=tool, tool_input=given, cwd=str(place.project), permission_mode="default"))


def decided(answer: Any) -> str:
    return "" if answer is None else str(answer["hookSpecificOutput"]["permissionDecision"])


def test_what_carries_a_command() -> None:
    given: list[object] = [{"cmd": "x"}, {"cmd": ""}, {"x": "y"}, None]
    assert [carries_command(each) for each in given] == [True, False, False, False]


@pytest.mark.rule("D-8")
@pytest.mark.parametrize(
    ("tool", "given", "what"),
    [
        ("REPL", {"code": "x()"}, "code"),
        ("js_repl", {"input": "x()"}, "code"),
        ("js_repl", "x()", "code"),
        ("PythonInterpreter", {"text": "x()"}, "code"),
        ("JsREPL", {"text": "x()"}, "code"),
        ("run-python", {"text": "x()"}, "code"),
        ("Workflow", {"code": "x()"}, "code"),
        ("Workflow", {"script": "x()"}, "a command"),
        ("Workflow", {"scriptPath": "x.js"}, "code"),
        ("Workflow", {"name": "x"}, ""),
        ("batch", {"tool_calls": [{"tool": "bash", "parameters": {"command": "rm x"}}]}, "a command"),
        ("parallel", {"uses": [{"x": [[{"y": {"cmd": ["rm", "x"]}}]]}]}, "a command"),
        ("parallel", {"uses": [{"x": {"source_code": "x()"}}]}, "code"),
        ("describe", {"schema": {"properties": {"command": {"type": "string"}}}}, ""),
        ("describe", {"x": [{"command": ""}, {"command": []}]}, ""),
        ("js_repl_reset", {}, ""),
        ("BashOutput", {"bash_id": "x"}, ""),
        ("KillShell", {"shell_id": "x"}, ""),
        ("execute_plan", {"plan": "x"}, ""),
        ("TaskOutput", {"input": "x()"}, ""),
        ("AskUserQuestion", {"questions": [{"question": "Which code?"}]}, ""),
        ("WebFetch", {"url": "https://x.example", "prompt": "Run x()"}, ""),
    ],
)
def test_what_a_tool_would_run(tool: str, given: object, what: str) -> None:
    assert runs(tool, given) == what


@pytest.mark.rule("D-8")
def test_code_is_asked_about_unless_a_rule_names_the_tool(place: Installation) -> None:
    asked = pre("ask", "wicket does not know the tool REPL, and it is given code")
    assert use(place, "REPL", {"code": "x()"}) == asked
    assert use(place, "mcp__server__REPL", {"code": "x()"}) is None
    assert decided(use(place, "Known", {"code": "x()"})) == "allow"


def test_the_files_that_a_call_mentions() -> None:
    assert mentioned_files({"path": "a", "pattern": "b"}, "/h") == [("read", "a")]
    assert mentioned_files({"filePath": "a", "content": "b"}, "/h") == [("read", "a"), ("write", "a")]
    assert mentioned_files({"attachments": [{"file": "~/a"}, {"path": "file:///b"}]}, "/h") == [
        ("read", "~/a"),
        ("read", "/h/a"),
        ("read", "file:///b"),
        ("read", "/b"),
    ]
    assert mentioned_files({"files": ["a", "b"]}, "/h") == [("read", "a"), ("read", "b")]
    named = {"input_image_paths": ["a"], "outputFile": "b", "profile": "c", "xpath": "//d", "jsonPath": "$.e"}
    assert mentioned_files(named, "/h") == [("read", "a"), ("read", "b")]
    assert mentioned_files({"file": "two\nlines", "path": 3}, "/h") == []
    assert mentioned_files("a", "/h") == []
    deep: Any = {"path": "a", "command": "b"}
    for _ in range(100_000):
        deep = [deep]
    assert mentioned_files(deep, "/h") == []
    assert runs("x", deep) == "a command"


@pytest.mark.rule("D-9")
def test_a_file_that_the_policy_denies_is_denied_to_a_tool_that_is_not_known(place: Installation) -> None:
    denied = [
        {"path": "~/.ssh/id_rsa"},
        {"path": str(place.home / ".ssh" / "id_rsa")},
        {"files": ["a.txt", ".env"]},
        {"file_path": "Makefile", "content": "x"},
        {"file_path": "wicket.yml", "content": "x"},
    ]
    assert [decided(use(place, "SendUserFile", given)) for given in denied] == ["deny"] * len(denied)
    (place.project / ".env").write_text("A=1")
    silent = [{"path": "a.txt"}, {"path": "."}, {"file_path": "Makefile"}, {"message": ".env"}]
    assert [use(place, "SendUserFile", given) for given in silent] == [None] * len(silent)
    assert use(place, "mcp__files__send", {"path": ".env"}) is None
