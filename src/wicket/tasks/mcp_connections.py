"""The MCP servers of a run, and the agent of each task with a recording proxy before them."""

from collections.abc import Callable, Mapping
from typing import Self

from wicket.errors import WicketError
from wicket.host.guardian_client import Guardian
from wicket.tasks.agent_surroundings import Surroundings
from wicket.tasks.agents_of_tasks import AgentOfTask
from wicket.tasks.call_record import CallRecord
from wicket.tasks.task_model import AgentSpec, McpServerSpec, Task

__all__ = ["McpConnections", "NotSupported"]


class NotSupported(WicketError):
    """An eval wants what wicket cannot do yet."""

    exit_code = 2


class McpConnections:
    """What is shared by all tasks of a run. Enter it for the run."""

    def __init__(
        self, servers: Mapping[str, McpServerSpec], environ: Mapping[str, str], guardian: Guardian | None
    ) -> None:
        self._servers = servers
        self._environ = environ
        self._guardian = guardian

    async def __aenter__(self) -> Self:
        if self._servers:
            raise NotSupported("MCP servers (`mcpConfigFile`) are not supported yet; remove them from the eval")
        return self

    async def __aexit__(self, *_: object) -> None:
        """Nothing is left to close."""

    def around(
        self, agent: AgentSpec, *, approve_asks: bool = False
    ) -> Callable[[Task, Surroundings, CallRecord], AgentOfTask]:
        """Give what makes the agent of a run of a task."""
        return lambda _task, _made, _calls: AgentOfTask(agent)
