"""Takes one task and gives one result: set-up, agent, verification, and clean-up in every case.

A failed set-up never passes. Clean-up runs whatever happened before, each of its steps, in its own time. A runner knows
nothing of other tasks, so it can live on another machine.
"""

import asyncio
import secrets
import socket
import string
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from wicket.errors import WicketError
from wicket.host.guardian_client import Guardian
from wicket.tasks.agent_run import AgentOfTask, run_agent
from wicket.tasks.agent_surroundings import (
    ChildEnvironments,
    Surroundings,
    agent_environment,
    child_environments,
    unusable,
    write_anew,
)
from wicket.tasks.call_assertions import evaluate
from wicket.tasks.call_record import CallRecord
from wicket.tasks.extension_sessions import ExtensionSessions, ExtensionsOfTask
from wicket.tasks.hidden_credentials import credentials, hide
from wicket.tasks.interruption import CLEANUP, WORK, Interruption
from wicket.tasks.step_runner import StepRunner, ToolCaller, now, surprise
from wicket.tasks.task_model import AgentSpec, JudgeSpec, Phase, Step, Task, TaskLimits
from wicket.tasks.task_results import AgentRecord, PhaseRecord, StepEnding, TaskResult
from wicket.tasks.templates import Unresolved, Values, resolve

__all__ = ["AGENT_DIR_VARIABLE", "Notes", "Runner", "TaskRunner", "free_port", "fresh_values", "step_runner"]

# Where the agent works; it also tells the processes of a run of a task from all others.
AGENT_DIR_VARIABLE = "WICKET_AGENT_DIR"

_ID_CHARACTERS = string.ascii_lowercase + string.digits


class Notes(Protocol):
    """Who is told what has been done: the journal, and whoever looks on."""

    def phase(self, name: str) -> None:
        """A phase begins."""

    def step_begins(self, phase: str, step: Step) -> None:
        """A step begins."""

    def step(self, phase: str, step: Step, outputs: Mapping[str, str], ending: str) -> None:
        """A step has ended."""

    def agent(self, prompt: str, output: str) -> None:
        """The agent has ended."""

    def port(self, port: int) -> None:
        """A port was chosen."""


class Runner(Protocol):
    """Takes one task and gives one result, here or elsewhere."""

    async def run(self, task: Task, limits: TaskLimits, made: Surroundings, notes: Notes) -> TaskResult:
        """Run it. What goes wrong is in the result."""


@dataclass(slots=True, kw_only=True)
class TaskRunner:
    """Runs tasks on this machine."""

    agent: AgentSpec
    sessions: ExtensionSessions
    interruption: Interruption
    environ: Mapping[str, str]
    judge: JudgeSpec | None = None
    guardian: Guardian | None = None
    verify_after_agent_error: bool = False
    around: Callable[[Task, Surroundings, CallRecord], AgentOfTask] | None = None
    random_id: str = ""  # of the run that is to be begun
    assertions: tuple[Mapping[str, Any], ...] = ()
    environments: ChildEnvironments | None = None  # made once for many; else for this runner

    @property
    def child_environments(self) -> ChildEnvironments:
        """What of our environment reaches those that are started."""
        if self.environments is None:
            self.environments = child_environments(self.environ, self.agent)
        return self.environments

    async def run(self, task: Task, limits: TaskLimits, made: Surroundings, notes: Notes) -> TaskResult:
        """Run it. What goes wrong is in the result."""
        loop = asyncio.get_running_loop()
        begun = loop.time()
        result = TaskResult(
            task_name=task.name,
            task_path=str(task.path),
            difficulty=task.difficulty,
            parallel=task.parallel,
            started=now(),
        )
        calls = CallRecord()
        values = fresh_values(self.environ, self.random_id or make_random_id(), notes)
        try:
            around = self.around(task, made, calls) if self.around else AgentOfTask(self.agent)
        except WicketError as error:  # a policy that is none: nothing was begun
            result.setup.error = str(error)
            return result
        steps = step_runner(self, task, values, made, around.tools)
        deadline = None if limits.timeout_s is None else begun + limits.timeout_s
        try:
            async with around:
                await self._work(task, steps, around, result, notes, deadline)
        except WicketError as error:
            result.setup.error = result.setup.error or str(error)
        except OSError as error:
            result.setup.error = result.setup.error or unusable(error)
        except Exception as error:  # noqa: BLE001 -- a mistake of ours in one task must not end all
            result.setup.error = result.setup.error or surprise(error)
        finally:
            result.interrupted = self.interruption.ends(WORK)
            cleanup_at = None if limits.cleanup_s is None else loop.time() + limits.cleanup_s
            result.cleanup = await run_cleanup(task, steps, self.interruption, notes, cleanup_at)
            steps.extensions.leave()
        result.timed_out = _timed_out(result)
        result.calls = calls.to_json()
        if result.agent is not None and not result.interrupted:
            for wanted in self.assertions:
                result.assertions += evaluate(wanted, calls, result.agent.gate)
        result.duration_s = loop.time() - begun
        # The agent may have put them where verification, or a server that it called, has found them.
        return hide(result, credentials(around.spec, self.environ))

    async def _work(
        self,
        task: Task,
        steps: StepRunner,
        around: AgentOfTask,
        result: TaskResult,
        notes: Notes,
        deadline: float | None,
    ) -> None:
        """Set up, let the agent work, and verify; each only if all before it went well."""
        steps.task_env = {**resolve(task.env, steps.values), AGENT_DIR_VARIABLE: str(steps.made.work)}
        await _run_phase("setup", task.setup, steps, result.setup, notes, deadline, stop_at_failure=True)
        if not result.setup.succeeded or self.interruption.ends(WORK):
            return
        notes.phase("agent")
        result.agent = agent = AgentRecord(started=now())
        begun = asyncio.get_running_loop().time()
        try:
            agent.prompt = resolve(task.prompt, steps.values)
            extra = {**steps.task_env, **({"WICKET_MCP_CONFIG": around.mcp_file} if around.mcp_file else {})}
            outer = self.child_environments.agent
            env = agent_environment(around.spec, steps.made, agent.prompt, outer, extra)
            async with self.interruption.within(deadline, WORK):
                await run_agent(around, agent, steps.made, env, self.guardian)
        except TimeoutError:
            agent.timed_out = not self.interruption.ends(WORK)
            agent.error = "the agent ran out of time" if agent.timed_out else "the agent was interrupted"
        except Unresolved as error:
            agent.error = f"the prompt cannot be made: {error}"
        except WicketError as error:
            agent.error = str(error)
        except OSError as error:  # a step of set-up may have removed it, or filled the disk
            agent.error = unusable(error)
        except Exception as error:  # noqa: BLE001 -- a prompt may be any text, and not every system takes it
            agent.error = surprise(error)
        hide(agent, credentials(around.spec, self.environ))  # before others are told of it
        agent.duration_s = asyncio.get_running_loop().time() - begun
        steps.values.agent_prompt, steps.values.agent_output = agent.prompt, agent.output
        if any(step.kind == "script" for step in (*task.verify, *task.cleanup)):  # extensions are told otherwise
            try:
                write_anew(steps.made.output_file, agent.output.encode(errors="replace"))
            except OSError as error:  # the agent may have removed it
                agent.error = agent.error or unusable(error)
            steps.task_env = {**steps.task_env, "WICKET_AGENT_OUTPUT_FILE": str(steps.made.output_file)}
        notes.agent(agent.prompt, agent.output)
        if agent.error and not (self.verify_after_agent_error and not self.interruption.ends(WORK)):
            return
        result.verify = PhaseRecord()
        await _run_phase("verify", task.verify, steps, result.verify, notes, deadline)


async def run_cleanup(
    task: Task,
    steps: StepRunner,
    interruption: Interruption,
    notes: Notes,
    deadline: float | None,
    done: frozenset[str] = frozenset(),
) -> PhaseRecord:
    """Try every clean-up step that is not done, also after one has failed."""
    record = PhaseRecord()
    if task.cleanup:
        notes.phase("cleanup")
    for step in task.cleanup:
        if step.id in done:
            continue
        if interruption.ends(CLEANUP):
            record.error = "it was interrupted"
            break
        notes.step_begins("cleanup", step)
        told = await steps.run("cleanup", step, deadline)
        record.steps.append(told)
        notes.step("cleanup", step, told.outputs, told.ending.value)
        if interruption.ends(CLEANUP) and told.ending is StepEnding.BROKEN:
            record.error = "it was interrupted"  # also in its last step: the rest is the journal's
            break
    return record


async def _run_phase(
    phase: Phase,
    wanted: tuple[Step, ...],
    steps: StepRunner,
    record: PhaseRecord,
    notes: Notes,
    deadline: float | None,
    *,
    stop_at_failure: bool = False,
) -> None:
    """Run the steps of a phase. One that could not be carried out ends it; in set-up, so does one that says no."""
    if wanted:
        notes.phase(phase)
    for step in wanted:
        notes.step_begins(phase, step)
        told = await steps.run(phase, step, deadline)
        record.steps.append(told)
        notes.step(phase, step, told.outputs, told.ending.value)
        if told.ending is StepEnding.BROKEN or (stop_at_failure and told.ending is not StepEnding.SUCCEEDED):
            break


def step_runner(
    runner: TaskRunner, task: Task, values: Values, made: Surroundings, tools: ToolCaller | None = None
) -> StepRunner:
    """Make what carries out the steps of a run."""
    return StepRunner(
        task=task,
        values=values,
        made=made,
        extensions=ExtensionsOfTask(runner.sessions),
        interruption=runner.interruption,
        env=runner.child_environments.scripts,
        judge=runner.judge,
        tools=tools,
        guardian=runner.guardian,
    )


def make_random_id() -> str:
    """Make what `{random.id}` means in one run of a task."""
    number = secrets.randbelow(len(_ID_CHARACTERS) ** 8)
    return "".join(_ID_CHARACTERS[number // len(_ID_CHARACTERS) ** place % len(_ID_CHARACTERS)] for place in range(8))


def fresh_values(environ: Mapping[str, str], random_id: str, notes: Notes, port: int | None = None) -> Values:
    """Give the values of one run: `random.port` is chosen when it is first asked for, and then stays."""
    chosen = [] if port is None else [port]

    def random_port() -> int:
        if not chosen:
            chosen.append(free_port())
            notes.port(chosen[0])
        return chosen[0]

    return Values(env=environ, random_id=random_id, random_port=random_port)


# Ports that were chosen of late: nobody may listen there yet, but somebody will.
_chosen_of_late: deque[int] = deque(maxlen=1000)


def free_port() -> int:
    """Choose a port that is free, and that no other task has just been given."""
    port = 0
    for _ in range(100):  # some machines have few to give
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        if port not in _chosen_of_late:
            break
    _chosen_of_late.append(port)
    return port


def _timed_out(result: TaskResult) -> bool:
    phases = [result.setup, result.verify]
    steps = [step for phase in phases if phase is not None for step in phase.steps]
    return (result.agent is not None and result.agent.timed_out) or any(step.timed_out for step in steps)
