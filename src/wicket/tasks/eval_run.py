"""Runs the tasks of an eval: those that must be alone one by one, then the others side by side; each as often as said.

Every result is in the journal before the next task begins, and the file of results is written at the end whatever
happened, also when the run was interrupted.
"""

import asyncio
import itertools
import secrets
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from wicket.host.gevals_session import SessionOptions
from wicket.host.gevals_step_result import StepLog
from wicket.host.guardian_client import Guardian
from wicket.tasks.agent_surroundings import child_environments, make_surroundings, unusable
from wicket.tasks.eval_loader import CannotLoad, LoadedEval
from wicket.tasks.extension_sessions import ExtensionSessions
from wicket.tasks.interruption import CLEANUP, WORK, Interruption
from wicket.tasks.leftover_processes import RUN_VARIABLE, Adopted, adopting
from wicket.tasks.mcp_connections import McpConnections
from wicket.tasks.results_file import UnwritableResults, positions, write_results
from wicket.tasks.run_journal import Journal, beginning_of
from wicket.tasks.task_model import Problem, Step, Task, TaskLimits
from wicket.tasks.task_results import PhaseRecord, TaskResult, Verdict
from wicket.tasks.task_runner import AGENT_DIR_VARIABLE, TaskRunner, make_random_id
from wicket.tasks.task_selection import Selected, runs_of
from wicket.tasks.time_limits import LimitOptions, effective

__all__ = ["EvalRun", "Onlooker", "RunOptions", "Totals", "new_run_folder"]


class Onlooker:
    """Is told how a run goes, as it goes. This one is told and does nothing."""

    def starts(self, count: int) -> None:
        """The run starts: tasks are run so many times in all."""

    def begins(self, key: str, task: Task, run: int, runs: int) -> None:
        """A run of a task begins."""

    def phase(self, key: str, phase: str) -> None:
        """It comes to a phase."""

    def step_begins(self, key: str, phase: str, step: Step) -> None:
        """A step begins."""

    def step(self, key: str, phase: str, step: Step, ending: str) -> None:
        """A step has ended."""

    def ends(self, key: str, result: TaskResult, again: bool) -> None:
        """A run of a task has ended; `again`: it is tried once more."""

    def log(self, line: StepLog) -> None:
        """An extension says something."""

    def report(self, sentence: str) -> None:
        """An extension does something wrong."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunOptions:
    """How a run is done."""

    parallel: int = 1
    runs: int | None = None
    retries: int = 0
    keep: bool = False
    limits: LimitOptions = field(default_factory=LimitOptions)
    verify_after_agent_error: bool = False
    approve_asks: bool = False
    scratch: Path | None = None  # where agents get their folders; not in wicket's home, which is closed to agents
    sessions: SessionOptions | None = None


@dataclass(slots=True)
class Totals:
    """What came of a run."""

    passed: int = 0
    failed: int = 0
    errors: int = 0
    cleanup_failures: int = 0
    interrupted: bool = False
    left: list[str] = field(default_factory=list)  # runs of tasks that were not cleaned up

    def count(self, result: TaskResult) -> None:
        match result.verdict:
            case Verdict.PASSED:
                self.passed += 1
            case Verdict.FAILED:
                self.failed += 1
            case Verdict.ERROR:
                self.errors += 1
        self.cleanup_failures += result.cleanup is not None and not result.cleanup.succeeded


@dataclass(frozen=True, slots=True)
class _Turn:
    """One run of one task. `position` is the task's place in the order."""

    position: int
    run: int
    runs: int
    selected: Selected

    @property
    def key(self) -> str:
        return f"{self.position}.{self.run}"


class _Notes:
    """Writes down what one run of a task does, and tells the onlooker."""

    def __init__(self, key: str, journal: Journal, onlooker: Onlooker) -> None:
        self._key = key
        self._journal = journal
        self._onlooker = onlooker

    def phase(self, name: str) -> None:
        self._onlooker.phase(self._key, name)

    def step_begins(self, phase: str, step: Step) -> None:
        self._onlooker.step_begins(self._key, phase, step)

    def step(self, phase: str, step: Step, outputs: Mapping[str, str], ending: str) -> None:
        if phase == "cleanup":
            if ending == "succeeded":  # what was interrupted is done again
                self._journal.write("cleaned", key=self._key, id=step.id)
        elif outputs:
            self._journal.write("step", key=self._key, id=step.id, type=step.type, outputs=dict(outputs))
        self._onlooker.step(self._key, phase, step, ending)

    def agent(self, prompt: str, output: str) -> None:
        self._journal.write("agent", key=self._key, prompt=prompt, output=output)

    def port(self, port: int) -> None:
        self._journal.write("port", key=self._key, port=port)


class EvalRun:
    """One run of an eval. `folder` is its own: the journal is there, and what the tasks use meanwhile."""

    def __init__(
        self,
        loaded: LoadedEval,
        tasks: Sequence[Selected],
        folder: Path,
        environ: Mapping[str, str],
        options: RunOptions,
        onlooker: Onlooker | None = None,
    ) -> None:
        self.loaded = loaded
        self.folder = folder
        self.interruption = Interruption()
        self.totals = Totals()
        self._tasks = tasks
        self._environ = {**environ, RUN_VARIABLE: folder.name}
        self._options = options
        self._onlooker = onlooker or Onlooker()
        self._adopted: Adopted
        self._environments = child_environments(self._environ, loaded.agent)

    async def run(self, output: Path) -> Totals:
        """Check everything, run the tasks, and write the results to `output`.

        Raises:
            CannotLoad: a step does not fit its extension. Nothing was run.
            UnwritableResults: the results are not where they were to be.
        """
        with adopting():
            await self._run_and_write(output)
        return self.totals

    async def _run_and_write(self, output: Path) -> None:
        journal = Journal(self.folder)
        try:
            guardian = _guardian()
            self._adopted = Adopted(f"{RUN_VARIABLE}={self.folder.name}", guardian, self._onlooker.report)
            sessions = ExtensionSessions(
                self.loaded.eval,
                self._environ,
                guardian=guardian,
                on_log=self._onlooker.log,
                on_report=self._onlooker.report,
                options=self._options.sessions,
            )
            try:
                await self._run(journal, guardian, sessions)
            except BaseException:
                await self._close(sessions, guardian)
                raise
            self.totals.interrupted = self.interruption.ends(WORK)
            unwritten: UnwritableResults | None = None
            async with asyncio.TaskGroup() as group:
                group.create_task(self._close(sessions, guardian))
                await asyncio.sleep(0)
                await asyncio.sleep(0)  # all extensions are told; they take their leave while the results are written
                try:
                    write_results(self.folder, output, self.summary())
                except UnwritableResults as error:
                    unwritten = error
            if not journal.settle():
                unwritten = UnwritableResults(f"{self.folder} cannot be written: {journal.fault}; results are missing")
            if unwritten is not None:
                raise UnwritableResults(f"{unwritten}; `wicket task cleanup {self.folder.name} -o FILE` writes them")
        finally:
            journal.close()

    async def _close(self, sessions: ExtensionSessions, guardian: Guardian | None) -> None:
        """Let extensions leave; a second signal ends those that have not."""
        try:
            with suppress(TimeoutError):
                async with self.interruption.within(None, CLEANUP):
                    await sessions.close()
                    await self._adopted.close()
        finally:
            if guardian is not None:
                await guardian.close()

    async def _run(self, journal: Journal, guardian: Guardian | None, sessions: ExtensionSessions) -> None:
        done = {key for key, (_, status) in positions(self.folder).items() if status in ("passed", "failed")}
        self._begin(journal)
        connections = McpConnections(self.loaded.servers, self._environ, guardian)
        async with AsyncExitStack() as stack:
            try:
                async with self.interruption.within(None, WORK):
                    await stack.enter_async_context(connections)
                    await self._check(sessions, connections)
            except TimeoutError:
                if not self.interruption.ends(WORK):
                    raise
                return  # nothing was begun
            alone = [turn for turn in self._turns(parallel=False) if (turn.position, turn.run) not in done]
            beside = [turn for turn in self._turns(parallel=True) if (turn.position, turn.run) not in done]
            work = (journal, guardian, sessions, connections)
            self._onlooker.starts(len(alone) + len(beside))
            for turn in alone:
                await self._take(turn, *work)
            # Side by side are tasks; the runs of one task follow each other, for they share its folder.
            queue = (list(runs) for _, runs in itertools.groupby(beside, key=lambda turn: turn.position))
            async with asyncio.TaskGroup() as group:
                for _ in range(min(self._options.parallel, len(beside))):
                    group.create_task(self._drain(queue, *work))

    def _begin(self, journal: Journal) -> None:
        """Write down what is run. A run that is taken up again is the same one: its results are told by their place."""
        paths = [str(selected.task.path) for selected in self._tasks]
        if (before := beginning_of(self.folder)) is not None and before.get("tasks") != paths:
            said = f"the run {self.folder.name} was begun with other tasks; give it the same eval, -r and -l"
            raise CannotLoad([Problem(str(self.loaded.eval.path), 0, said)])
        servers = self.loaded.mcp_config_file
        journal.write("run", eval=str(self.loaded.eval.path), mcpConfigFile=servers, tasks=paths)

    def _turns(self, *, parallel: bool) -> Iterator[_Turn]:
        for position, selected in enumerate(self._tasks):
            if selected.task.parallel == parallel:
                runs = runs_of(selected.task, self._options.runs)
                for run in range(runs):
                    yield _Turn(position, run, runs, selected)

    async def _check(self, sessions: ExtensionSessions, connections: McpConnections) -> None:
        """Find what is wrong with the steps of any task before one is run."""
        found = [problem for selected in self._tasks for problem in await sessions.problems(selected.task)]
        found += [problem for selected in self._tasks for problem in connections.problems(selected.task)]
        if found:
            raise CannotLoad(found)

    async def _drain(self, queue: Iterator[list[_Turn]], *work: Any) -> None:
        for runs in queue:
            for turn in runs:
                await self._take(turn, *work)

    async def _take(
        self,
        turn: _Turn,
        journal: Journal,
        guardian: Guardian | None,
        sessions: ExtensionSessions,
        connections: McpConnections,
    ) -> None:
        """Run one task once, and again if it broke and that is wanted."""
        task = turn.selected.task
        limits = effective(self._options.limits, task.limits, self.loaded.eval.limits)
        for attempt in range(self._options.retries + 1):
            if self.interruption.ends(WORK):
                return
            self._onlooker.begins(turn.key, task, turn.run, turn.runs)
            result = await self._attempt(turn, limits, journal, guardian, sessions, connections)
            result.attempts = attempt + 1
            result.run_index, result.total_runs = turn.run, turn.runs
            again = result.verdict is Verdict.ERROR and attempt < self._options.retries and not result.interrupted
            self._onlooker.ends(turn.key, result, again)
            if not again:
                journal.write_result(turn.position, turn.run, result.to_json())
                self.totals.count(result)
                return

    async def _attempt(
        self,
        turn: _Turn,
        limits: TaskLimits,
        journal: Journal,
        guardian: Guardian | None,
        sessions: ExtensionSessions,
        connections: McpConnections,
    ) -> TaskResult:
        task = turn.selected.task
        try:
            folder = Path(tempfile.mkdtemp(prefix=f"wicket-task-{turn.key}-", dir=self._options.scratch))
            made = make_surroundings(folder)
        except OSError as error:
            broken = PhaseRecord(error=unusable(error))
            return TaskResult(task_name=task.name, task_path=str(task.path), setup=broken)
        random_id = make_random_id()
        runner = TaskRunner(
            agent=self.loaded.agent,
            sessions=sessions,
            interruption=self.interruption,
            environ=self._environ,
            environments=self._environments,
            judge=self.loaded.eval.judge,
            guardian=guardian,
            verify_after_agent_error=self._options.verify_after_agent_error,
            around=connections.around(self.loaded.agent, approve_asks=self._options.approve_asks),
            random_id=random_id,
            assertions=turn.selected.assertions,
        )
        journal.write(
            "task",
            key=turn.key,
            path=str(task.path),
            randomId=random_id,
            folder=str(made.folder),
            cleanupSeconds=limits.cleanup_s,
        )
        mark = f"{AGENT_DIR_VARIABLE}={made.work}"
        self._adopted.begins(mark)
        result = await runner.run(task, limits, made, _Notes(turn.key, journal, self._onlooker))
        await self._adopted.ends(mark)
        if result.cleanup is not None and result.cleanup.error:
            self.totals.left.append(task.name)  # its journal stays open: it can be cleaned up later
            return result
        journal.write("end", key=turn.key)
        if self._options.keep:
            result.folder = str(made.folder)
        elif not made.remove_if_unused():
            await asyncio.to_thread(made.remove)  # a large folder keeps no other task waiting
        return result

    def summary(self) -> dict[str, Any]:
        """Say what was run, as mcpchecker does."""
        loaded, options = self.loaded, self._options
        limits = options.limits
        agent = loaded.agent
        return {
            "agent": {
                "type": "acp" if agent.acp else "command",
                "name": agent.name,
                "model": agent.model,
                "path": agent.path,
                "command": " ".join(agent.acp or agent.argv) or agent.shell,
            },
            "mcpServers": [
                {"name": name, "type": "http" if server.url else "stdio", "url": _address(server.url)}
                for name, server in loaded.servers.items()
            ],
            "evals": {"names": [loaded.eval.name], "taskSets": _task_sets(loaded)},
            "timeout": {
                "defaultTask": _shown(limits.default.timeout_s or loaded.eval.limits.timeout_s),
                "task": _shown(limits.hard.timeout_s),
                "defaultCleanup": _shown(limits.default.cleanup_s or loaded.eval.limits.cleanup_s),
                "cleanup": _shown(limits.hard.cleanup_s),
            },
            "parallelWorkers": options.parallel,
            "runs": options.runs or 1,
            "run": self.folder.name,
            "interrupted": self.totals.interrupted,
        }


def new_run_folder(parent: Path, name: str) -> Path:
    """Make the folder of a new run, named after its eval and the time."""
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    plain = "".join(character if character.isalnum() or character in "-_" else "-" for character in name)[:40]
    while True:
        folder = parent / f"{plain or 'eval'}-{stamp}-{secrets.token_hex(2)}"
        with suppress(FileExistsError):
            folder.mkdir(mode=0o700)
            return folder


def _address(url: str) -> str:
    """Give an address without what may be a secret in it: a password, a query."""
    parts = urlsplit(url)
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", ""))


def _task_sets(loaded: LoadedEval) -> list[dict[str, Any]]:
    return [{"glob": one.glob, "labelSelector": dict(one.labels)} for one in loaded.eval.task_sets]


def _guardian() -> Guardian | None:
    try:
        return Guardian()
    except OSError:
        return None


def _shown(seconds: float | None) -> str:
    return "" if seconds is None else f"{seconds:g}s"
