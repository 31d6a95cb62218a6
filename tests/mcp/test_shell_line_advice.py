"""A model that sends a line of shell is told what to send."""

import json
from typing import Any

import pytest

from wicket.host.json_schema import Schema
from wicket.mcp.shell_line_advice import MAX_CHARACTERS, instead
from wicket.mcp.tool_definitions import EXECUTE

TOLD = "execute takes a command as a list of words, not as a line of shell, and nothing was run: send "


def bash(line: str) -> dict[str, Any]:
    return {"argv": ["bash", "-c", line]}


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ({"command": "ls -l '/a b'"}, {"argv": ["ls", "-l", "/a b"]}),
        ({"cmd": "  ls  "}, {"argv": ["ls"]}),
        ({"argv": "ls -l"}, {"argv": ["ls", "-l"]}),
        ({"command": ["ls", "-l"]}, {"argv": ["ls", "-l"]}),
        ({"command": "ls", "args": ["-l"]}, {"argv": ["ls", "-l"]}),
        ({"command": "ls -l | wc"}, {"pipeline": [["ls", "-l"], ["wc"]]}),
        ({"pipeline": "ls -l | wc"}, {"pipeline": [["ls", "-l"], ["wc"]]}),
        ({"pipeline": ["ls -l", "wc"]}, {"pipeline": [["ls", "-l"], ["wc"]]}),
        ({"command": "env A=1 ls"}, {"argv": ["env", "A=1", "ls"]}),
        ({"command": "sudo id -u"}, {"argv": ["id", "-u"], "privileged": True}),
        ({"command": "sudo id", "privileged": False}, {"argv": ["id"], "privileged": True}),
        ({"command": "sudo -u bob id"}, {"argv": ["sudo", "-u", "bob", "id"]}),
        (
            {"command": "ls", "cwd": "/tmp", "reason": "why", "shell": True},
            {"argv": ["ls"], "cwd": "/tmp", "reason": "why"},
        ),
        *(
            ({"command": line}, bash(line))
            for line in (
                "ls *.py",
                "ls > x",
                "A=1 ls",
                "echo $HOME",
                "echo $(id)",
                "ls; id",
                "ls && id",
                "ls\nid",
                "ls &",
                "! ls",
                "(ls)",
                "ls |& wc",
                "ls |",
                "if ls; then id; fi",
                "f() { ls; }",
                "'ls",
            )
        ),
    ],
)
def test_the_very_arguments_are_told(given: dict[str, Any], wanted: dict[str, Any]) -> None:
    told = instead(given)
    assert told is not None
    assert told.startswith(TOLD)
    assert json.loads(told.removeprefix(TOLD)) == wanted
    assert Schema(EXECUTE.takes).problems(wanted) == ()


def test_a_long_line_is_not_repeated() -> None:
    assert instead({"command": "x" * MAX_CHARACTERS}) == TOLD + '{"argv": ["bash", "-c", "<the line>"]}'


@pytest.mark.parametrize(
    "given", [{}, {"command": " "}, {"command": 7}, {"command": [1]}, {"argv": ["ls"], "timeout": -1}, {"argv": []}]
)
def test_what_holds_no_line_is_no_matter_for_advice(given: dict[str, Any]) -> None:
    assert instead(given) is None
