"""Finishes a run that was killed: the clean-up steps that it left undone, with what its set-up had given."""

import asyncio
import logging
from collections.abc import Mapping
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import Any

from wicket.errors import WicketError
from wicket.host.guardian_client import Guardian
from wicket.tasks.agent_surroundings import Surroundings
from wicket.tasks.eval_loader import LoadedEval, load_eval, load_task
from wicket.tasks.extension_sessions import ExtensionSessions
from wicket.tasks.interruption import Interruption
from wicket.tasks.leftover_processes import RUN_VARIABLE, Adopted, adopting, end_marked
from wicket.tasks.mcp_connections import McpConnections, servers_called
from wicket.tasks.results_file import write_results
from wicket.tasks.run_journal import Journal, Unfinished, beginning_of, unfinished
from wicket.tasks.step_runner import ToolCaller
from wicket.tasks.task_model import Step
from wicket.tasks.task_results import PhaseRecord, StepEnding, ToolAnswer
from wicket.tasks.task_runner import TaskRunner, fresh_values, run_cleanup, step_runner
from wicket.tasks.templates import resolve
from wicket.tasks.time_limits import LimitOptions, effective

__all__ = ["finish_run"]


log = logging.getLogger(__name__)


class _Notes:
    """Writes down which steps are done, so that what is interrupted can be taken up again."""

    def __init__(self, key: str, journal: Journal) -> None:
        self._key = key
        self._journal = journal

    def phase(self, name: str) -> None:
        """There is only one."""

    def step_begins(self, phase: str, step: Step) -> None:
        """Only its end is written down."""

    def step(self, phase: str, step: Step, outputs: Mapping[str, str], ending: str) -> None:
        if ending == "succeeded":  # what failed may be tried again
            self._journal.write("cleaned", key=self._key, id=step.id)

    def agent(self, prompt: str, output: str) -> None:
        """No agent runs."""

    def port(self, port: int) -> None:
        self._journal.write("port", key=self._key, port=port)


async def finish_run(
    folder: Path, environ: Mapping[str, str], output: Path | None = None
) -> list[tuple[str, PhaseRecord]]:
    """Run what is left of a run's clean-up; say for each task how that went.

    Raises:
        WicketError: the run is alive, or its eval cannot be loaded any more.
    """
    mark = f"{RUN_VARIABLE}={folder.name}"
    environ = {**environ, RUN_VARIABLE: folder.name}
    journal = Journal(folder)
    try:
        left = unfinished(folder)
        begun = beginning_of(folder)
        outcomes: list[tuple[str, PhaseRecord]] = []
        if left and begun is not None:
            # What is wrong with one task keeps no other from its clean-up.
            ours = {path for one in left if _loads(path := Path(one.task_path), environ)}
            loaded = load_eval(Path(begun["eval"]), environ, begun.get("mcpConfigFile") or "", ours)
            guardian = Guardian()
            adopted = Adopted(mark, guardian, log.warning)
            sessions = ExtensionSessions(loaded.eval, environ, guardian=guardian)
            with adopting():
                try:
                    async with AsyncExitStack() as stack:
                        steps = [step for one in loaded.tasks for step in one.task.cleanup]
                        servers = servers_called(loaded.servers, steps)
                        tools = await _connected(McpConnections(servers, environ, guardian), stack)
                        work = (sessions, tools, guardian, journal, environ)
                        outcomes += [await _finish(one, loaded, *work) for one in left]
                finally:
                    await sessions.close()
                    await adopted.close()
                    await guardian.close()
        end_marked(mark)  # after the steps: one of them may want to end a daemon itself
    finally:
        journal.close()
    if output is not None:
        write_results(folder, output, {"run": folder.name, "interrupted": True})
    return outcomes


def _loads(path: Path, environ: Mapping[str, str]) -> bool:
    with suppress(WicketError):
        return load_task(path, environ) is not None
    return False


class _Unconnected:
    """Stands in for MCP servers that cannot be reached: only the steps that need one fail."""

    def __init__(self, reason: WicketError) -> None:
        self._reason = reason

    async def call(self, _server: str, _tool: str, _body: Mapping[str, Any]) -> ToolAnswer:
        return ToolAnswer(StepEnding.BROKEN, error=str(self._reason))


async def _connected(connections: McpConnections, stack: AsyncExitStack) -> ToolCaller:
    try:
        return await stack.enter_async_context(connections)
    except WicketError as error:
        return _Unconnected(error)


async def _finish(
    one: Unfinished,
    loaded: LoadedEval,
    sessions: ExtensionSessions,
    tools: ToolCaller,
    guardian: Guardian,
    journal: Journal,
    environ: Mapping[str, str],
) -> tuple[str, PhaseRecord]:
    notes = _Notes(one.key, journal)
    try:
        task = load_task(Path(one.task_path), environ)
    except WicketError as error:
        return one.task_path, PhaseRecord(error=f"{error}; put it right, or remove {journal.folder} to forget the run")
    values = fresh_values(environ, one.random_id, notes, one.random_port)
    for step_id, step_type, outputs in one.outputs:
        values.keep(step_id, step_type, outputs)
    values.agent_prompt, values.agent_output = one.prompt, one.output
    made = Surroundings(Path(one.folder))
    made.work.mkdir(parents=True, exist_ok=True)
    interruption = Interruption()
    runner = TaskRunner(
        agent=loaded.agent, sessions=sessions, interruption=interruption, environ=environ, guardian=guardian
    )
    steps = step_runner(runner, task, values, made, tools)
    try:
        steps.task_env = {**resolve(task.env, values), "WICKET_AGENT_DIR": str(made.work)}
    except WicketError as error:
        return task.name, PhaseRecord(error=str(error))
    limit_s = one.cleanup_s or effective(LimitOptions(), task.limits, loaded.eval.limits).cleanup_s
    ends = None if limit_s is None else asyncio.get_running_loop().time() + limit_s
    record = await run_cleanup(task, steps, interruption, notes, ends, frozenset(one.cleaned))
    if record.succeeded:
        journal.write("end", key=one.key)
        made.remove()
    return task.name, record
