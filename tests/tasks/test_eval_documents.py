"""Eval files, agents and MCP servers: what is read, and what is said of mistakes."""

import json
from pathlib import Path
from typing import Any

import pytest

from wicket.policy_files import strict_yaml
from wicket.tasks.document_fields import Problems
from wicket.tasks.eval_documents import PRESETS, read_agent, read_eval, read_mcp_servers
from wicket.tasks.task_model import AgentSpec, Eval, ExtensionSpec, JudgeSpec, McpServerSpec, TaskLimits, TaskSet

PATH = Path("/e/eval.yaml")
AGENT = {"type": "command", "argv": ["a"]}
SETS = [{"glob": "*.yaml"}]


def read(**config: Any) -> tuple[Eval, list[str]]:
    problems = Problems("f")
    document = {"kind": "Eval", "metadata": {"name": "n"}, "config": {"agent": AGENT, "taskSets": SETS, **config}}
    found = read_eval(strict_yaml.read(json.dumps(document)), PATH, problems, {"URL": "http://u", "MODEL": "m"})
    return found, [problem.message for problem in problems.found]


def agent(document: dict[str, Any]) -> tuple[AgentSpec, list[str]]:
    problems = Problems("f")
    found = read_agent(strict_yaml.read(json.dumps({"kind": "Agent", "metadata": {"name": "n"}, **document})), problems)
    return found, [problem.message for problem in problems.found]


def test_an_eval_is_read_whole() -> None:
    found, problems = read(
        extensions={"e": {"package": "./x", "env": {"A": "b"}, "config": {"k": [1]}}},
        defaultTaskLimits={"timeout": "10s"},
        mcpConfigFile="mcp.json",
        llmJudge={"env": {"baseUrlKey": "URL", "apiKeyKey": "KEY", "modelNameKey": "MODEL"}},
        taskSets=[{"path": "a.yaml", "labelSelector": {"k": "v"}, "assertions": {"minToolCalls": 1}}],
    )
    assert problems == []
    assert found == Eval(
        name="n",
        path=PATH,
        agent=AgentSpec(name="command", argv=("a",)),
        extensions={"e": ExtensionSpec("./x", {"A": "b"}, {"k": [1]}, 1)},
        mcp_config_file="mcp.json",
        judge=JudgeSpec(url="http://u", key_variable="KEY", model="m"),
        limits=TaskLimits(10.0),
        task_sets=(TaskSet(glob="a.yaml", labels={"k": "v"}, assertions={"minToolCalls": 1}, line=1),),
    )


@pytest.mark.parametrize(
    ("config", "message"),
    [
        ({"taskSets": []}, "config.taskSets is empty: there is nothing to run"),
        ({"taskSets": [{}]}, "a task set has a `glob` or a `path`, one of both"),
        ({"taskSets": [{"glob": "x", "assertions": {"nope": 1}}]}, "unknown assertion `nope`"),
        ({"agent": {}}, "config.agent.type is missing"),
        ({"agent": {"type": "command"}}, "config.agent.argv is empty"),
        (
            {"agent": {"type": "builtin.llm-agent"}},
            "builtin.llm-agent is not supported; there are builtin.claude-code, builtin.codex, builtin.gemini, "
            "builtin.opencode, builtin.zot, `command` and `acp`",
        ),
        ({"extensions": {"a.b": {"package": "./x"}}}, "the extension's name 'a.b' has a dot in it; choose one without"),
        ({"extensions": {"a": {}}}, "config.extensions.a.package is missing"),
        (
            {"sources": {"x": {}}},
            "`sources` is not supported; check the tasks out, and name their folder in `taskSets`",
        ),
        (
            {"skills": {"sources": []}},
            "`skills` is not supported; put what the agent needs into its own folder with a set-up step",
        ),
        (
            {"llmJudge": {"env": {"baseUrlKey": "NO_URL", "modelNameKey": "NO_MODEL"}}},
            "config.llmJudge.env: not set: NO_URL, NO_MODEL",
        ),
        ({"llmJudge": {}}, "config.llmJudge needs a `command`, or a `url` and a `model`"),
        ({"taskset": 1}, "config has an unknown key `taskset`; did you mean `taskSets`?"),
    ],
)
def test_what_is_wrong_is_told(config: dict[str, Any], message: str) -> None:
    _, problems = read(**config)
    assert problems == [message]


def test_agents_in_each_form() -> None:
    assert agent({"acp": {"cmd": "a", "args": ["b"]}}) == (AgentSpec(name="n", acp=("a", "b")), [])
    assert agent({"command": {"argv": ["a"], "prompt": "argument", "env": ["KEY"], "home": "person"}}) == (
        AgentSpec(name="n", argv=("a",), prompt="argument", env=("KEY",), fresh_home=False),
        [],
    )
    said = "`{prompt}` is not filled in; the prompt comes on standard input, or with `prompt: argument` as last word"
    assert agent({"command": {"argv": ["a", "-p={prompt}"]}}) == (
        AgentSpec(name="n", argv=("a", "-p={prompt}")),
        [f"command.argv: {said}"],
    )
    assert agent({"builtin": {"type": "codex"}}) == (PRESETS["codex"], [])
    shell = {
        "runPrompt": "x {{ .Prompt }}",
        "argTemplateMcpServer": "--m {{ .File }}",
        "allowedToolsJoinSeparator": ",",
    }
    assert agent({"commands": shell}) == (
        AgentSpec(name="n", shell="x {{ .Prompt }}", mcp_argument="--m {{ .File }}", allowed_separator=","),
        [],
    )


def test_agents_that_cannot_be_started() -> None:
    assert agent({})[1] == ["the agent has no `command`, `acp`, `commands` or `builtin`: there is no way to start it"]
    assert agent({"commands": {"runPrompt": 'a {{ printf "%q" .Prompt }}'}})[1] == []
    assert agent({"commands": {"runPrompt": "{{ if .Prompt }}x{{ end }}"}})[1] == [
        f"`{{{{ {word} }}}}` is not supported; a line may have .Prompt, .McpServerFileArgs, .AllowedToolArgs"
        for word in ("if .Prompt", "end")
    ]


def test_mcp_servers() -> None:
    problems = Problems("f")
    document = {
        "mcpServers": {
            "a": {"command": "x", "args": ["y"], "env": {"K": "v"}},
            "b": {"type": "http", "url": "http://u", "headers": {"H": "v"}},
            "c": {"url": "http://u", "disabled": True},
            "d": {},
            "e": {"url": "http://u", "alwaysAllow": ["x", "y"]},
            "f": {"url": "http://u", "alwaysAllow": ["x"], "enableAllTools": True},
            "g": {"url": "http://u", "alwaysAllow": "x"},
        }
    }
    assert read_mcp_servers(document, problems) == {
        "a": McpServerSpec(command=("x", "y"), env={"K": "v"}),
        "b": McpServerSpec(url="http://u", headers={"H": "v"}),
        "e": McpServerSpec(url="http://u", allowed=frozenset("xy")),
        "f": McpServerSpec(url="http://u"),
    }
    assert [problem.message for problem in problems.found] == [
        "mcpServers.d has neither `command` nor `url`",
        "mcpServers.g.alwaysAllow must be a list of tools",
    ]
    assert read_mcp_servers([], problems) == {}
