"""Carries out one step of a task, of whatever kind, and records how it went. It never raises for what a step does."""

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Protocol

from wicket.displayed_text import excerpt, paragraph
from wicket.errors import WicketError
from wicket.host.gevals_step_result import Ending, StepResult
from wicket.host.guardian_client import Guardian
from wicket.tasks import http_step, llm_judge, script_step
from wicket.tasks.agent_surroundings import Surroundings
from wicket.tasks.built_in_step_documents import seconds
from wicket.tasks.extension_sessions import ExtensionsOfTask
from wicket.tasks.interruption import CLEANUP, WORK, Interruption
from wicket.tasks.llm_judge import Question, ask_judge
from wicket.tasks.task_model import JudgeSpec, Phase, Step, Task
from wicket.tasks.task_results import StepEnding, StepRecord, ToolAnswer
from wicket.tasks.templates import Unresolved, Values, resolve
from wicket.wire.gevals.messages import Agent

__all__ = ["StepRunner", "ToolCaller", "now", "surprise"]

Told = tuple[StepEnding, str, str]

# Whose time it is that a step can run out of.
_OF = {"setup": "the task's", "verify": "the task's", "cleanup": "the clean-up's"}


class ToolCaller(Protocol):
    """Calls a tool of an MCP server for a step."""

    async def call(self, server: str, tool: str, body: Mapping[str, Any]) -> ToolAnswer:
        """Call it, and compare what comes back with what the step expects."""


@dataclass(slots=True, kw_only=True)
class StepRunner:
    """Carries out the steps of one run of a task. `env` is for scripts, `task_env` what extensions are told."""

    task: Task
    values: Values
    made: Surroundings
    extensions: ExtensionsOfTask
    interruption: Interruption
    env: Mapping[str, str]
    task_env: Mapping[str, str] = field(default_factory=dict)
    judge: JudgeSpec | None = None
    tools: ToolCaller | None = None
    guardian: Guardian | None = None

    async def run(self, phase: Phase, step: Step, deadline: float | None) -> StepRecord:
        """Carry a step out within its own time and before `deadline`, in the loop's time."""
        loop = asyncio.get_running_loop()
        begun, started = loop.time(), now()
        level = CLEANUP if phase == "cleanup" else WORK
        limit_s = self._limit_s(step)
        own = begun + limit_s if limit_s is not None else None
        ends = min((at for at in (own, deadline) if at is not None), default=None)
        result: StepResult | None = None
        outputs: dict[str, str] = {}
        timed_out = False
        try:
            body = self._resolved(step)
            if ends is not None and ends <= begun:
                raise TimeoutError  # nothing is begun for which there is no time
            async with self.interruption.within(ends, level):
                if step.kind == "operation":
                    result = await self._operation(phase, step, body, deadline)
                    told = _told(result)
                    outputs = dict(result.outputs)
                    timed_out = result.ending is Ending.TIMED_OUT
                elif step.kind == "tool":
                    answer = await self._tool(step, body)
                    told = answer.ending, answer.message, answer.error
                    outputs = dict(answer.outputs)
                else:
                    told = await self._builtin(phase, step, body)
        except TimeoutError:
            told = self._cut_short(phase, begun, limit_s, ends == own)
            timed_out = not self.interruption.ends(level)
        except Unresolved as error:
            told = StepEnding.BROKEN, "", str(error)
        except WicketError as error:
            told = StepEnding.BROKEN, "", str(error)
        except Exception as error:  # noqa: BLE001 -- a mistake of ours in one step must not end all tasks
            told = StepEnding.BROKEN, "", surprise(error)
        self.values.keep(step.id, step.type, outputs)
        return StepRecord(
            id=step.id,
            type=step.type,
            ending=told[0],
            message=paragraph(told[1]),
            error=paragraph(told[2]),
            outputs=outputs,
            logs=_logs(result),
            started=started,
            duration_s=loop.time() - begun,
            timed_out=timed_out,
        )

    def _resolved(self, step: Step) -> dict[str, Any]:
        """Resolve the templates of a step. A script's own text has none."""
        kept = {"inline": step.body["inline"]} if step.kind == "script" and "inline" in step.body else {}
        return {**resolve({key: value for key, value in step.body.items() if key not in kept}, self.values), **kept}

    def _limit_s(self, step: Step) -> float | None:
        match step.kind:
            case "script":
                return seconds(step.body.get("timeout"), script_step.DEFAULT_TIMEOUT_S)
            case "http":
                return seconds(step.body.get("timeout"), http_step.DEFAULT_TIMEOUT_S)
            case "tool":
                return seconds(step.body.get("timeout"), http_step.DEFAULT_TIMEOUT_S)
            case "llmJudge":
                return llm_judge.DEFAULT_TIMEOUT_S
            case "operation":
                return None  # its session knows

    def _cut_short(self, phase: Phase, begun: float, limit_s: float | None, own: bool) -> Told:
        if self.interruption.ends(CLEANUP if phase == "cleanup" else WORK):
            return StepEnding.BROKEN, "", "it was interrupted"
        taken = asyncio.get_running_loop().time() - begun
        whose = f"its limit is {limit_s:g} s" if own and limit_s is not None else f"{_OF[phase]} time was up"
        return StepEnding.BROKEN, "", f"it timed out after {taken:.1f} s: {whose}"

    async def _operation(self, phase: Phase, step: Step, body: Mapping[str, Any], deadline: float | None) -> StepResult:
        values = self.values
        agent = None
        if phase == "verify":
            agent = Agent(prompt=values.agent_prompt or "", output=values.agent_output or "")
        session, process = await self.extensions.meet(step.target, cleanup=phase == "cleanup")
        return await session.execute(
            step.name,
            body,
            workdir=self.task.workdir,
            phase=phase,
            step=step.id,
            env=self.task_env,
            agent=agent,
            deadline=deadline,
            process=process,
        )

    async def _builtin(self, phase: Phase, step: Step, body: Mapping[str, Any]) -> Told:
        match step.kind:
            case "script":
                if phase == "cleanup":
                    with suppress(OSError):  # the script says what is wrong
                        self.made.restore()
                return await script_step.run_script(
                    body,
                    workdir=self.task.workdir,
                    folder=self.made.folder,
                    name=f"{phase}-{_file_name(step.id)}",
                    env={**self.env, **self.task_env},
                    guardian=self.guardian,
                )
            case "http":
                return await http_step.run_http(body)
            case "llmJudge":
                [(kind, expected)] = body.items()
                question = Question(
                    kind, _text(expected), self.values.agent_prompt or "", self.values.agent_output or ""
                )
                return await ask_judge(
                    self.judge,
                    question,
                    env=self.env,
                    folder=self.made.folder,
                    cwd=self.task.workdir,
                    guardian=self.guardian,
                )
            case _:
                raise AssertionError(f"{step.kind} is no step that wicket carries out itself")

    async def _tool(self, step: Step, body: Mapping[str, Any]) -> ToolAnswer:
        if self.tools is None:
            return ToolAnswer(StepEnding.BROKEN, error=f"there is no MCP server {step.target!r} to call")
        return await self.tools.call(step.target, step.name, body)


def now() -> str:
    """Give the time of day, in RFC 3339."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def surprise(error: Exception) -> str:
    """Say what nobody has expected: a value that the system does not take, or a mistake of ours."""
    return f"wicket could not carry it out: {type(error).__name__}: {excerpt(str(error))}"


def _told(result: StepResult) -> Told:
    ending = StepEnding.SUCCEEDED if result.succeeded else StepEnding.BROKEN if result.broken else StepEnding.FAILED
    return ending, result.message or "", result.error or ""


def _logs(result: StepResult | None) -> list[dict[str, Any]]:
    if result is None:
        return []
    return [{"level": line.level, "message": line.message, "data": line.data} for line in result.logs]


def _file_name(step_id: str) -> str:
    return "".join(character if character.isalnum() else "_" for character in step_id)[:60]


def _text(value: Any) -> str:
    return value if isinstance(value, str) else "\n".join(map(str, value)) if isinstance(value, list) else str(value)
