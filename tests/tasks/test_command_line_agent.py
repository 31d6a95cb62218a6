"""A command-line agent gets its prompt byte for byte, in each way."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bounds import BOUND_S
from host.processes import eventually
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


@pytest.mark.rule("G-H48")
@pytest.mark.parametrize(
    ("guard", "output", "told"), [("", '{"a": 1}\n{"a": 2}\n', []), ("codex", "", [{"a": 1}, {"a": 2}])]
)
async def test_what_it_has_said_when_its_time_is_up_is_kept(
    tmp_path: Path, guard: str, output: str, told: list[Any]
) -> None:
    said = "echo '{\"a\": 1}'; echo '{\"a\": 2}'; echo trouble >&2; touch said; sleep 600"
    agent = AgentSpec(argv=("sh", "-c", said), guard=guard)
    made = make_surroundings(tmp_path / "run")
    record = AgentRecord()
    async with asyncio.timeout(BOUND_S), asyncio.TaskGroup() as group:
        task = group.create_task(
            run_command_agent(agent, "p", made, agent_environment(agent, made, "p", ENV, {}), record)
        )
        await eventually(lambda: (made.work / "said").exists())
        task.cancel()
    assert (record.output, record.stderr, record.transcript) == (output, "trouble\n", told)


@pytest.mark.parametrize(
    ("trouble", "why"), [("", "Not logged in"), ("echo no key >&2; ", "no key")], ids=["in its answer", "on stderr"]
)
async def test_why_a_preset_has_failed(tmp_path: Path, trouble: str, why: str) -> None:
    said = """echo '{"type": "result", "subtype": "success", "is_error": true, "result": "Not logged in"}'; """
    agent = AgentSpec(argv=("sh", "-c", f"{trouble}{said}exit 1"), guard="claude-code")
    made = make_surroundings(tmp_path / "run")
    record = AgentRecord()
    await run_command_agent(agent, "p", made, agent_environment(agent, made, "p", ENV, {}), record)
    assert record.error == f"the agent failed (exit code 1): {why}"


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
