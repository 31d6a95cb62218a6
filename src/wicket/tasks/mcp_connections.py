"""The MCP servers of a run, and the agent of each task with a recording proxy before them."""

import difflib
from collections.abc import Callable, Iterable, Mapping
from contextlib import AsyncExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from wicket.displayed_text import excerpt
from wicket.errors import WicketError
from wicket.host.guardian_client import Guardian
from wicket.host.json_schema import InvalidSchema, Schema
from wicket.loaded_policy import Policy
from wicket.tasks.agent_mcp_servers import config_file
from wicket.tasks.agent_run import AgentOfTask
from wicket.tasks.agent_surroundings import Surroundings, write_anew
from wicket.tasks.call_record import CallRecord
from wicket.tasks.extension_sessions import certain
from wicket.tasks.task_gate import TaskGate
from wicket.tasks.task_model import AgentSpec, McpServerSpec, Problem, Step, Task
from wicket.tasks.task_results import ToolAnswer

if TYPE_CHECKING:
    from wicket.tasks.mcp_client import Connection
    from wicket.tasks.mcp_proxy import McpProxy

__all__ = ["McpConnections", "NotInstalled", "servers_called"]


class NotInstalled(WicketError):
    """An eval has MCP servers, and the library for them is not there."""

    exit_code = 2


class McpConnections:
    """What is shared by all tasks of a run. Enter it for the run. Without servers it costs nothing."""

    def __init__(
        self, servers: Mapping[str, McpServerSpec], environ: Mapping[str, str], guardian: Guardian | None
    ) -> None:
        self._servers = servers
        self._environ = environ
        self._guardian = guardian
        self._stack = AsyncExitStack()
        self._connections: dict[str, Connection] = {}
        self._proxy: McpProxy | None = None

    async def __aenter__(self) -> Self:
        if not self._servers:
            return self
        try:
            from wicket.tasks.mcp_client import connect
            from wicket.tasks.mcp_proxy import McpProxy
        except ImportError as error:
            said = f"MCP servers need the library `mcp` ({error}); install wicket with the extra `mcp`"
            raise NotInstalled(said) from error
        async with AsyncExitStack() as stack:
            for name, server in self._servers.items():
                opened = connect(name, server, self._environ, self._guardian)
                self._connections[name] = await stack.enter_async_context(opened)
            self._proxy = McpProxy()
            await stack.enter_async_context(self._proxy.serving())
            self._stack = stack.pop_all()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._stack.aclose()

    async def call(self, server: str, tool: str, body: Mapping[str, Any]) -> ToolAnswer:
        """Call a tool for a step."""
        from wicket.tasks.mcp_client import call_tool

        return await call_tool(self._connections[server], tool, body)

    def problems(self, task: Task) -> list[Problem]:
        """Say which steps of a task call a tool that its server has not, or with arguments that do not fit."""
        found = []
        for phase, step in task.steps:
            if step.kind == "tool" and (connection := self._connections.get(step.target)) is not None:
                place = f"{phase} step {step.id} ({step.type})"
                found += [Problem(str(task.path), step.line, f"{place}: {said}") for said in _unfit(connection, step)]
        return found

    def around(
        self, agent: AgentSpec, *, approve_asks: bool = False
    ) -> Callable[[Task, Surroundings, CallRecord], AgentOfTask]:
        """Give what makes the agent of a run of a task."""

        def make(task: Task, made: Surroundings, calls: CallRecord) -> AgentOfTask:
            around = AgentOfTask(agent) if self._proxy is None else _BehindProxy(agent, self, made, calls)
            if agent.acp or agent.guard:
                person = Policy.discover(made.work, self._environ)
                around.task_gate = TaskGate(person, task.policy, made.work, calls, approve_asks=approve_asks)
                around.task_gate.known_tools = frozenset(self.tools)
                around.calls = calls
            return around

        return make

    @property
    def tools(self) -> tuple[tuple[str, str], ...]:
        """The tools that the agent may call unasked, each with its server."""
        return tuple(
            (name, tool)
            for name, connection in self._connections.items()
            for tool in connection.tools
            if (allowed := self._servers[name].allowed) is None or tool in allowed
        )

    async def open_proxy(self, stack: AsyncExitStack, calls: CallRecord) -> dict[str, str]:
        """Open the proxies of a task, and give their addresses."""
        if self._proxy is None:
            return {}
        return await stack.enter_async_context(self._proxy.recording(self._connections, calls))


def servers_called(servers: Mapping[str, McpServerSpec], steps: Iterable[Step]) -> dict[str, McpServerSpec]:
    """Give those of the servers that steps call."""
    return {step.target: servers[step.target] for step in steps if step.kind == "tool"}


def _unfit(connection: "Connection", step: Step) -> list[str]:
    if (schema := connection.schemas.get(step.name)) is None:
        near = difflib.get_close_matches(step.name, connection.tools, n=1)
        hint = f"did you mean {near[0]!r}?" if near else f"it has {excerpt(', '.join(connection.tools)) or 'none'}"
        return [f"the MCP server {connection.name!r} has no tool {excerpt(step.name, 60)!r}; {hint}"]
    args = step.body.get("args") or {}
    try:
        return certain(Schema(dict(schema)).problems(args), args)
    except InvalidSchema:
        return []  # its own affair: the server says what it makes of the arguments


class _BehindProxy(AgentOfTask):
    """An agent that reaches the servers of the eval through proxies of its own."""

    def __init__(self, agent: AgentSpec, shared: McpConnections, made: Surroundings, calls: CallRecord) -> None:
        super().__init__(agent, tools=shared, mcp_file=str(made.folder / "mcp-server.json"), allowed=shared.tools)
        self._shared = shared
        self._calls = calls

    async def __aenter__(self) -> Self:
        addresses = await self._shared.open_proxy(self.opened, self._calls)
        self._write_config(config_file(addresses, self.spec.mcp))
        self.mcp_servers = addresses
        return self

    def _write_config(self, text: str) -> None:
        write_anew(Path(self.mcp_file), text.encode())
