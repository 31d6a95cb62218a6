"""A command-line agent gets its prompt byte for byte, in each way."""

from pathlib import Path

import pytest

from tasks.evals import ENV, Lab
from tasks.test_agent_start_words import HOSTILE
from wicket.tasks.agent_surroundings import agent_environment, make_surroundings
from wicket.tasks.command_line_agent import run_command_agent
from wicket.tasks.task_model import AgentSpec, PromptWay
from wicket.tasks.task_results import AgentRecord


@pytest.mark.rule("G-H49")
@pytest.mark.parametrize(
    ("way", "argv"),
    [
        ("stdin", ("cat",)),
        ("argument", ("printf", "%s")),
        ("environment", ("sh", "-c", 'printf %s "$WICKET_PROMPT"')),
        ("environment", ("sh", "-c", 'cat "$WICKET_PROMPT_FILE"')),
    ],
)
@pytest.mark.parametrize("prompt", [HOSTILE, "ü" * 40_000], ids=["hostile", "long"])
async def test_the_prompt_arrives(tmp_path: Path, way: PromptWay, argv: tuple[str, ...], prompt: str) -> None:
    agent = AgentSpec(argv=argv, prompt=way)
    made = make_surroundings(tmp_path / "run")
    record = AgentRecord()
    await run_command_agent(agent, prompt, made, agent_environment(agent, made, prompt, ENV, {}), record)
    assert (record.error, record.output) == ("", prompt)


async def test_a_prompt_too_long_for_a_variable_is_an_error(tmp_path: Path) -> None:
    agent = AgentSpec(argv=("true",), prompt="environment")
    made = make_surroundings(tmp_path / "run")
    record = AgentRecord()
    prompt = "x" * 200_000
    await run_command_agent(agent, prompt, made, agent_environment(agent, made, prompt, ENV, {}), record)
    assert record.error == "the prompt is too long for a variable; let the agent read $WICKET_PROMPT_FILE"


@pytest.mark.rule("G-H49")
async def test_an_agent_file_of_mcpchecker(lab: Lab) -> None:
    (lab.folder / "agent.yaml").write_text(
        "kind: Agent\nmetadata: {name: shell-agent}\ncommands:\n  argTemplateMcpServer: ''\n"
        "  runPrompt: |\n    printf '%s' \"agent saw: {{ .Prompt }}\"\n"
    )
    lab.config["agent"] = {"type": "file", "path": "agent.yaml"}
    lab.task(prompt={"inline": HOSTILE.replace("${HOME}", "")})
    result = await lab.one()
    assert result["taskOutput"] == "agent saw: " + HOSTILE.replace("${HOME}", "")
