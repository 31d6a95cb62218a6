"""docs/agents: a page for each agent with a door, and what the pages show."""

from pathlib import Path

import pytest

from docs.pages import ROOT, console_steps, run_console
from wicket.agents.agent_setups import SETUPS
from wicket.agents.detection import KNOWN
from wicket.agents.hook_command import ELSE_BLOCK
from wicket.doors.hook_process import AGENTS, WAITS_S

PAGES = ROOT / "docs" / "agents"
INDEX = (PAGES / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("agent", AGENTS)
def test_every_agent_has_a_page_and_a_line(agent: str) -> None:
    assert f"| `{agent}` |" in INDEX
    assert f"({agent}.md)" in INDEX
    text = (PAGES / f"{agent}.md").read_text(encoding="utf-8")
    assert f"--agent {agent}" in text
    if agent in SETUPS:
        assert text.startswith(f"# {SETUPS[agent].title}\n")


@pytest.mark.rule("D-79")
def test_every_agent_without_a_door_is_named() -> None:
    without = [agent.title for agent in KNOWN if agent.name not in AGENTS]
    assert f"{', '.join(without[:-1])} and {without[-1]} are found and named as NOT GUARDED" in INDEX


def test_the_page_of_failures_has_the_ending_and_the_limits() -> None:
    text = (PAGES / "when-a-hook-fails.md").read_text(encoding="utf-8")
    assert f"`{ELSE_BLOCK.strip()}`" in text
    limits = [WAITS_S[agent] for agent in ("claude-code", "codex", "gemini", "qwen", "copilot", "droid")]
    assert f"by default | {' | '.join(f'{limit} s' for limit in limits)} | more than {WAITS_S['cline']} s |" in text


def test_any_program_may_ask(tmp_path: Path) -> None:
    steps = console_steps(PAGES / "generic.md")
    assert run_console(steps, tmp_path) == steps
