"""The words that start an agent: a prompt reaches it byte for byte, whatever is in it."""

import subprocess
from dataclasses import replace

import pytest

from wicket.tasks.agent_start_words import agent_words, shell_line
from wicket.tasks.task_model import AgentSpec

HOSTILE = 'it\'s "quoted" $(touch pwned) `touch pwned`\n\\ ; ${HOME} *\n\n'


@pytest.mark.rule("G-H49")
@pytest.mark.parametrize(
    ("line", "before"),
    [
        ("printf '%s' {{ .Prompt }}", ""),
        ("printf '%s' {{.Prompt}}", ""),
        ("printf '%s' {{ printf \"%q\" .Prompt }}", ""),
        ('printf "%s" "saw: {{ .Prompt }}"', "saw: "),
        ("printf '%s' 'saw: {{ .Prompt }}'", "saw: "),
        ("printf '%s' \\'{{ .Prompt }}", "'"),
        ('printf \'%s\' "\\"{{ .Prompt }}"', '"'),
    ],
)
def test_a_prompt_in_a_shells_line_is_never_read_by_the_shell(line: str, before: str) -> None:
    words = agent_words(AgentSpec(shell=line), HOSTILE, "/bin/sh", "", ())
    done = subprocess.run(
        words, env={"WICKET_PROMPT": HOSTILE, "PATH": "/bin:/usr/bin"}, capture_output=True, check=True
    )
    assert done.stdout.decode() == before + HOSTILE


def test_servers_and_tools_are_quoted() -> None:
    agent = AgentSpec(
        shell="run {{ .McpServerFileArgs }} {{ .AllowedToolArgs }}",
        mcp_argument="--mcp {{ .File }}",
        allowed_argument="{{ .ServerName }}__{{ .ToolName }}",
        allowed_separator=",",
    )
    assert shell_line(agent, "/a b", [("s", "x"), ("s", "y z")]) == "run --mcp '/a b' s__x,s__'y z'"
    assert shell_line(agent, "", []) == "run  "


def test_each_server_is_named_by_its_address_where_that_is_wanted() -> None:
    agent = AgentSpec(shell="run {{ .McpServerFileArgs }}", mcp_argument="--mcp {{ .URL }}")
    assert shell_line(agent, "/f", [], ["http://h/1", "http://h/a b"]) == "run --mcp http://h/1 --mcp 'http://h/a b'"


@pytest.mark.rule("G-H49")
def test_the_words_of_a_command() -> None:
    agent = AgentSpec(argv=("a", "-m", "{mcp_config}"))
    assert agent_words(agent, "p", "/bin/sh", "/m.json", ()) == ["a", "-m", "/m.json"]
    assert agent_words(replace(agent, prompt="argument"), HOSTILE, "/bin/sh", "", ())[-1] == HOSTILE
