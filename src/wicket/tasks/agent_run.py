"""The agent of one run of a task, with what is put between it and the machine for that run."""

from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from typing import Self

from wicket.host.guardian_client import Guardian
from wicket.tasks.acp_agent import run_acp_agent
from wicket.tasks.agent_guard import guard_environment, switch_guard_on
from wicket.tasks.agent_mcp_servers import write_into_settings
from wicket.tasks.agent_surroundings import Surroundings
from wicket.tasks.call_record import CallRecord
from wicket.tasks.command_line_agent import run_command_agent
from wicket.tasks.hook_answers import answering_hooks
from wicket.tasks.step_runner import ToolCaller
from wicket.tasks.task_gate import TaskGate
from wicket.tasks.task_model import AgentSpec
from wicket.tasks.task_results import AgentRecord

__all__ = ["AgentOfTask", "run_agent"]


class AgentOfTask:
    """An agent, and what is opened for it when a run begins and closed when it ends."""

    def __init__(
        self,
        spec: AgentSpec,
        *,
        tools: ToolCaller | None = None,
        mcp_file: str = "",
        allowed: Sequence[tuple[str, str]] = (),
    ) -> None:
        self.spec = spec
        self.tools = tools
        self.mcp_file = mcp_file
        self.allowed = allowed
        self.mcp_servers: Mapping[str, str] = {}  # addresses by name
        self.task_gate: TaskGate | None = None
        self.calls: CallRecord | None = None  # where the verdicts of hooks go
        self.opened = AsyncExitStack()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.opened.aclose()


async def run_agent(
    around: AgentOfTask, record: AgentRecord, made: Surroundings, env: Mapping[str, str], guardian: Guardian | None
) -> None:
    """Let the agent work on the prompt in `record`, and put there what comes of it."""
    if around.spec.acp:
        if around.task_gate is None:
            record.error = "an ACP agent needs a gate, and there is none"
            return
        await run_acp_agent(
            around.spec,
            made,
            env,
            record,
            around.task_gate,
            guardian=guardian,
            mcp_servers=around.mcp_servers,
            allowed=around.allowed,
        )
        return
    if around.spec.guard and around.task_gate is not None and around.calls is not None:
        env = guard_environment(env, made)
        async with answering_hooks(around.spec.guard, made, around.task_gate, around.calls):
            around.task_gate.protect(await switch_guard_on(around.spec.guard, env, made))
            write_into_settings(around.spec.guard, made.home, around.mcp_servers)
            record.gate = "hook"
            await _run_command(around, record, made, env, guardian)
        return
    await _run_command(around, record, made, env, guardian)


async def _run_command(
    around: AgentOfTask, record: AgentRecord, made: Surroundings, env: Mapping[str, str], guardian: Guardian | None
) -> None:
    await run_command_agent(
        around.spec,
        record.prompt,
        made,
        env,
        record,
        guardian=guardian,
        mcp_file=around.mcp_file,
        tools=around.allowed,
        addresses=tuple(around.mcp_servers.values()),
    )
