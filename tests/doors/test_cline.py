"""Cline's door: what is denied becomes its reason, what is asked or failed cancels, and each command is judged."""

import json
import subprocess
from typing import Any

import pytest

from wicket.doors.call_judgement import judge
from wicket.doors.cline import read, spell
from wicket.doors.tool_call import Context, ToolCall
from wicket.loaded_policy import Policy

POLICY = Policy.loads("""rules: [{allow: 'ls *'}, {deny: 'rm *', message: "it's gone then"}, {ask: 'mv *'}]\n""")


def call(*commands: Any) -> ToolCall:
    told = {"hookName": "tool_call", "workspaceRoots": ["/"]}
    found = read({**told, "tool_call": {"name": "run_commands", "input": {"commands": list(commands)}}}, Context({}))
    assert found is not None
    return found


def said(*commands: str) -> Any:
    made = call(*commands)
    return json.loads(spell(made, judge(made, POLICY).settled(made)).out)


@pytest.mark.rule("D-72")
def test_each_command_is_judged() -> None:
    assert said("ls a", "ls b") == {}
    assert list(said("ls a", "rm b")) == ["overrideInput"]
    assert said("ls a", "mv b c")["cancel"] is True
    with pytest.raises(ValueError, match="no commands"):
        call("ls", 7)


@pytest.mark.rule("D-72")
def test_a_denied_command_becomes_one_that_says_why_and_fails() -> None:
    (command,) = said("rm x")["overrideInput"]["commands"]
    done = subprocess.run(["/bin/sh", "-c", command], capture_output=True, text=True, timeout=10, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("wicket: it's gone then [`deny: rm *")


def told(tool: str, given: Any) -> ToolCall:
    found = read({"hookName": "tool_call", "tool_call": {"name": tool, "input": given}}, Context({}, "/"))
    assert found is not None
    return found


@pytest.mark.rule("D-8", "D-72")
@pytest.mark.parametrize(
    ("given", "commands"),
    [
        ("ls a", ("ls a",)),
        (["ls a", "rm b"], ("ls a", "rm b")),
        ({"commands": "ls a"}, ("ls a",)),
        ({"command": "rm b"}, ("rm b",)),
        ({"cmd": "rm b"}, ("rm b",)),
        ({"commands": ["ls a", {"command": "rm", "args": ["-f", "it's"]}]}, ("ls a", "'rm' '-f' 'it'\\''s'")),
        ({"commands": {"command": "rm", "args": ["b"]}}, ("'rm' 'b'",)),
        ([{"command": "rm b"}], ("rm b",)),
    ],
)
def test_commands_are_found_in_every_form_that_cline_takes(given: Any, commands: tuple[str, ...]) -> None:
    assert told("run_commands", given).commands == commands


@pytest.mark.rule("D-1")
@pytest.mark.parametrize(
    "given", [None, 7, {}, [], {"commands": []}, {"commands": None}, {"command": "rm", "args": 7}, {"commands": [{}]}]
)
def test_a_call_without_commands_is_refused(given: Any) -> None:
    with pytest.raises(ValueError, match="no commands"):
        told("run_commands", given)


@pytest.mark.rule("D-9")
@pytest.mark.parametrize(
    ("given", "paths"),
    [
        ({"files": [{"path": "/a", "start_line": 1}, {"file_path": "/b"}, {"filePath": "/c"}, "/d"]}, "abcd"),
        ({"files": {"path": "/a"}}, "a"),
        ({"files": "/a"}, "a"),
        ({"file_paths": ["/a", "/b"]}, "ab"),
        ({"file_paths": "/a"}, "a"),
        ({"paths": ["/a", {"path": "/b"}]}, "ab"),
        ({"paths": "/a", "files": [{"path": "/b"}]}, "ba"),
        ({"filePath": "/a"}, "a"),
        (["/a", {"path": "/b"}], "ab"),
        ("/a", "a"),
    ],
)
def test_files_are_found_in_every_form_that_cline_takes(given: Any, paths: str) -> None:
    assert told("read_files", given).accesses == tuple(("read", f"/{path}") for path in paths)


@pytest.mark.rule("D-1")
@pytest.mark.parametrize(
    "given", [None, 7, {}, [], {"files": []}, {"files": [{}]}, {"files": [7]}, {"paths": ["", "/a"]}]
)
def test_a_call_without_files_is_refused(given: Any) -> None:
    with pytest.raises(ValueError, match="no paths"):
        told("read_files", given)


@pytest.mark.rule("D-9")
def test_a_patch_and_a_search_are_judged_by_files() -> None:
    patch = "*** Begin Patch\n*** Update File: Makefile\n*** End Patch"
    assert told("apply_patch", {"input": patch}).accesses == (("write", "Makefile"),)
    assert told("apply_patch", patch).accesses == (("write", "Makefile"),)
    for given in ({"queries": ["x"]}, ["x"], "x"):
        assert told("search_codebase", given).accesses == (("search", "."),)


@pytest.mark.rule("D-9")
def test_an_editor_that_says_it_looks_and_is_given_a_text_writes() -> None:
    given = {"command": "view", "path": "/x", "new_text": "x"}
    assert told("editor", given).accesses == (("write", "/x"),)


def test_an_editor_that_only_looks_reads() -> None:
    told = {"hookName": "tool_call", "workspaceRoots": ["/"]}
    found = read({**told, "tool_call": {"name": "editor", "input": {"command": "view", "path": "/x"}}}, Context({}))
    assert found is not None
    assert found.accesses == (("read", "/x"),)
