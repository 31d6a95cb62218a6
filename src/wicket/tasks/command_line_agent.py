"""Runs a command-line agent on one prompt. Its standard output is its answer; a non-zero exit is an error."""

import asyncio
import json
from collections.abc import Mapping, Sequence

from wicket.displayed_text import excerpt
from wicket.host.errors import ExtensionNotStarted
from wicket.host.guardian_client import Guardian
from wicket.tasks.agent_answers import read_answer, transcript_of
from wicket.tasks.agent_start_words import PROMPT_VARIABLE, agent_words
from wicket.tasks.agent_surroundings import Surroundings
from wicket.tasks.command_runner import Finished, KeptOutput, read_bounded, run_command
from wicket.tasks.task_model import AgentSpec
from wicket.tasks.task_results import AgentRecord

__all__ = ["run_command_agent"]


async def run_command_agent(
    agent: AgentSpec,
    prompt: str,
    made: Surroundings,
    env: Mapping[str, str],
    record: AgentRecord,
    *,
    guardian: Guardian | None = None,
    mcp_file: str = "",
    tools: Sequence[tuple[str, str]] = (),
    addresses: Sequence[str] = (),
) -> None:
    """Run it to its end; what came of it is put into `record`. Cancelled, nothing is left of it."""
    if PROMPT_VARIABLE not in env and (agent.shell or agent.prompt == "environment"):
        record.error = f"the prompt is too long for a variable; let the agent read ${PROMPT_VARIABLE}_FILE"
        return
    words = agent_words(agent, prompt, env.get("SHELL") or "/bin/sh", mcp_file, tools, addresses)
    fed = _fed(agent, prompt)
    log = made.log("agent")
    kept = KeptOutput()
    try:
        done = await run_command(
            agent.name, words, cwd=made.work, env=env, stderr=log, stdin=fed, guardian=guardian, kept=kept
        )
    except asyncio.CancelledError:  # its time is up: what it has said until then tells why
        record.stderr = read_bounded(log)
        record.transcript = transcript_of(agent.guard, kept.text())
        record.output = "" if record.transcript else kept.text()
        raise
    except ExtensionNotStarted as error:
        record.error = f"the agent could not be started: {error.reason}"
        return
    _keep(done, record)
    if (said := read_answer(agent.guard, done.stdout)) is not None:
        record.output = said.text
        record.usage = said.usage or None
        record.transcript = said.transcript
        if said.error and not record.error:
            record.error = f"the agent says that it failed: {excerpt(said.error)}"
        elif said.error and not done.exit.last_lines:  # its standard error does not tell why
            record.error += f": {excerpt(said.error)}"


def _fed(agent: AgentSpec, prompt: str) -> bytes:
    """Give what the agent reads on its standard input."""
    if agent.prompt == "zot-rpc":
        return json.dumps({"id": "1", "type": "prompt", "message": prompt}).encode() + b"\n"
    return prompt.encode() if agent.argv and agent.prompt == "stdin" else b""


def _keep(done: Finished, record: AgentRecord) -> None:
    record.output = done.stdout
    record.stderr = done.stderr
    record.exit_code = done.exit.code
    if not done.ok:
        last = f": {done.exit.last_lines[-1].strip()}" if done.exit.last_lines else ""
        record.error = f"the agent failed ({done.exit}){last}"
