"""The files of an eval: found by glob, each read once, all mistakes told together."""

import json
from pathlib import Path
from typing import Any

import pytest

from tasks.evals import ENV, Lab
from wicket.tasks.eval_loader import CannotLoad, load_eval, load_task
from wicket.tasks.task_model import McpServerSpec


def names(lab: Lab) -> list[str]:
    return [one.task.name for one in load_eval(lab.write(), ENV).tasks]


@pytest.mark.rule("G-H60")
def test_globs_go_through_folders_and_leave_out_other_kinds(lab: Lab) -> None:
    lab.task("top")
    deep = lab.folder / "tasks" / "a" / "b"
    deep.mkdir(parents=True)
    lab.task("deep").rename(deep / "deep.yaml")
    (lab.folder / "tasks" / "agent.yaml").write_text("kind: Agent\n")
    (lab.folder / "tasks" / "none.yaml").write_text("")
    assert names(lab) == ["top"]
    lab.config["taskSets"] = [{"glob": "tasks/**/*.yaml"}]
    assert names(lab) == ["deep", "top"]
    lab.config["taskSets"] = [{"path": "tasks/a/b/deep.yaml"}]
    assert names(lab) == ["deep"]


def test_a_folders_own_name_is_no_pattern(tmp_path: Path) -> None:
    (folder := tmp_path / "x[y]*").mkdir()
    lab = Lab(folder)
    lab.task("one")
    assert names(lab) == ["one"]
    lab.config["taskSets"] = [{"glob": f"{folder}/**/*.yaml"}]
    with pytest.raises(CannotLoad, match="no file matches"):
        names(lab)  # as it is in a pattern, it is one


def test_links_that_lead_back_are_followed_once(lab: Lab) -> None:
    lab.task("one")
    (elsewhere := lab.folder / "elsewhere" / ".hidden").mkdir(parents=True)
    lab.task("two").rename(elsewhere.parent / "two.yaml")
    lab.task("three").rename(elsewhere / "three.yaml")
    (lab.folder / "tasks" / "a").symlink_to(".")
    (lab.folder / "tasks" / "b").symlink_to("../tasks")
    (lab.folder / "tasks" / "more").symlink_to(elsewhere.parent)
    lab.config["taskSets"] = [{"glob": "tasks/**/*.yaml"}]
    loaded = load_eval(lab.write(), ENV).tasks
    assert [(one.task.name, one.task.path.parent.name) for one in loaded] == [("two", "more"), ("one", "tasks")]


@pytest.mark.parametrize(
    ("assertion", "message"),
    [
        ({"commandsRun": ["a|"]}, "the assertion `commandsRun`: 'a|' is no pattern"),
        ({"commandsNotRun": ["git <path:none>"]}, "is no pattern"),
        ({"toolsNotUsed": [{"server": "notse"}]}, "names the server 'notse', which the MCP config file has not"),
    ],
)
def test_assertions_of_which_nothing_could_be_found_are_refused(lab: Lab, assertion: Any, message: str) -> None:
    lab.task("one")
    (lab.folder / "mcp.json").write_text('{"mcpServers": {"notes": {"command": "true"}}}')
    lab.config |= {"mcpConfigFile": "mcp.json"}
    lab.config["taskSets"][0]["assertions"] = assertion
    with pytest.raises(CannotLoad) as caught:
        load_eval(lab.write(), ENV)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("line", "warned"),
    [
        ("agent -p {{ .Prompt }}", False),
        ('timeout 5m agent --prompt="{{ .Prompt }}" | tee out', False),
        ("bash -c 'agent \"$WICKET_PROMPT\"'", False),
        ("bash -c 'agent {{ .Prompt }}'", True),
        ("eval agent {{ .Prompt }}", True),
        ("echo {{ .Prompt }} | sh", True),
    ],
)
def test_a_line_that_gives_the_prompt_to_another_shell_is_warned_of(lab: Lab, line: str, warned: bool) -> None:
    lab.task("one")
    commands = {"argTemplateMcpServer": "", "argTemplateAllowedTools": "", "runPrompt": line}
    (lab.folder / "agent.yaml").write_text(json.dumps({"kind": "Agent", "commands": commands}))
    lab.config["agent"] = {"type": "file", "path": "agent.yaml"}
    warnings = load_eval(lab.write(), ENV).warnings
    assert ["what is in a prompt may be run" in one.message for one in warnings] == [True] * warned


def test_two_tasks_of_the_same_name_are_warned_of(lab: Lab) -> None:
    lab.task("one").rename(lab.folder / "tasks" / "other.yaml")
    lab.task("one")
    [warning] = load_eval(lab.write(), ENV).warnings
    assert warning.message.startswith("metadata.name is 'one', as in ")


def test_a_file_that_is_named_twice_is_one_task_with_both_assertions(lab: Lab) -> None:
    lab.task("one", metadata={"labels": {"k": "v"}})
    lab.task("two")
    lab.config["taskSets"] = [
        {"glob": "tasks/*.yaml", "assertions": {"minToolCalls": 1}},
        {"glob": "tasks/*.yaml", "labelSelector": {"k": "v"}, "assertions": {"maxToolCalls": 2}},
    ]
    found = load_eval(lab.write(), ENV).tasks
    assert [(one.task.name, one.assertions) for one in found] == [
        ("one", ({"minToolCalls": 1}, {"maxToolCalls": 2})),
        ("two", ({"minToolCalls": 1},)),
    ]


def test_all_mistakes_of_all_files_are_told(lab: Lab) -> None:
    lab.task("one", prompt={})
    lab.task("two", requires=[{"mcpServer": "nobody"}], verify=[{"llmJudge": {"exact": "x"}}])
    (lab.folder / "tasks" / "three.yaml").write_text("kind: Task\napiVersion: [\n")
    lab.config["mcpConfigFile"] = "none.json"
    with pytest.raises(CannotLoad) as caught:
        load_eval(lab.write(), ENV)
    lines = str(caught.value).replace(str(lab.folder), "").splitlines()
    assert [line.split(": ", 1)[1] for line in lines] == [
        "this cannot be read: No such file or directory",
        "a prompt is `inline` or a `file`, one of both",
        "this is no YAML: did not find expected node content while parsing a flow node (column 1); "
        "check quotes, brackets and indentation",
        "step verify_0 asks a judge, and the eval has no `config.llmJudge`",
    ]


@pytest.mark.parametrize(
    "text",
    ['{"mcpServers": {"a": {"url": "http://${HOST_OF_A}"}}}', "mcpServers:\n  a:\n    url: http://{env.HOST_OF_A}\n"],
)
def test_the_file_of_servers_is_json_or_yaml(lab: Lab, text: str) -> None:
    lab.task()
    (lab.folder / "servers.yaml").write_text(text)
    lab.config["mcpConfigFile"] = "servers.yaml"
    assert load_eval(lab.write(), {**ENV, "HOST_OF_A": "h"}).servers == {"a": McpServerSpec(url="http://h")}
    with pytest.raises(CannotLoad, match=r"servers\.yaml: the variable HOST_OF_A is not set"):
        load_eval(lab.write(), ENV)
    (lab.folder / "servers.yaml").write_text("mcpServers: [\n")
    with pytest.raises(CannotLoad, match=r"servers\.yaml:2: this is no YAML"):
        load_eval(lab.write(), ENV)


def test_without_a_file_variables_may_name_a_server(lab: Lab) -> None:
    lab.task(requires=[{"mcpServer": "default"}])
    loaded = load_eval(lab.write(), {**ENV, "MCP_URL": "http://u"})
    assert loaded.servers == {"default": McpServerSpec(url="http://u")}
    assert "'default' is the one that MCP_URL names" in str(loaded.warnings[0])
    with pytest.raises(CannotLoad, match="MCP_ARGS must be a list"):
        load_eval(lab.write(), {**ENV, "MCP_COMMAND": "x", "MCP_ARGS": "["})


def test_servers_are_looked_for_in_a_file_that_can_be_read(lab: Lab) -> None:
    lab.task(requires=[{"mcpServer": "nobody"}])
    (lab.folder / "mcp.json").write_text('{"mcpServers": {}}')
    lab.config["mcpConfigFile"] = "mcp.json"
    with pytest.raises(CannotLoad, match="names the mcpServer 'nobody', which the MCP config file has not"):
        load_eval(lab.write(), ENV)


def test_what_is_no_eval(lab: Lab, tmp_path: Path) -> None:
    with pytest.raises(CannotLoad, match="cannot be read"):
        load_eval(tmp_path / "none.yaml", ENV)
    with pytest.raises(CannotLoad, match="it must say `kind: Eval`"):
        load_eval(lab.task(), ENV)
    lab.config["taskSets"] = [{"glob": "tasks/x*"}]
    with pytest.raises(CannotLoad, match="no file matches 'tasks/x"):
        load_eval(lab.write(), ENV)


def test_one_task_alone(lab: Lab) -> None:
    (lab.folder / "tasks" / "p.md").write_text("from a file")
    assert load_task(lab.task(prompt={"file": "p.md"}), ENV).prompt == "from a file"
    with pytest.raises(CannotLoad, match="it must say `kind: Task`"):
        load_task(lab.write(), ENV)
    with pytest.raises(CannotLoad, match="the prompt cannot be read"):
        load_task(lab.task(prompt={"file": "none.md"}), ENV)
