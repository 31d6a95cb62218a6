"""The extensions of a run: one process for each registered name, started when it is first needed.

One that died, or that still works on a step whose time was up, is started again for the next task, so that no task
spoils those after it. Within a task it is not: what it knew of that task is gone. Clean-up gets another if it died.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from wicket.errors import WicketError
from wicket.host.errors import ExtensionError
from wicket.host.gevals_manifest import Offer
from wicket.host.gevals_session import Session, SessionOptions
from wicket.host.gevals_step_result import StepLog
from wicket.host.guardian_client import Guardian
from wicket.tasks.extension_packages import environment_and_config, resolve_package
from wicket.tasks.task_model import Eval, Problem, Task
from wicket.tasks.templates import templated_paths

__all__ = ["ExtensionSessions", "ExtensionsOfTask", "certain"]


class ExtensionSessions:
    """Starts extensions and keeps them for all tasks of a run. `close()` it at last."""

    def __init__(
        self,
        whole: Eval,
        env: Mapping[str, str],
        *,
        guardian: Guardian | None = None,
        on_log: Callable[[StepLog], object] | None = None,
        on_report: Callable[[str], object] | None = None,
        options: SessionOptions | None = None,
    ) -> None:
        self._eval = whole
        self._env = env
        self._guardian = guardian
        self._on_log = on_log
        self._on_report = on_report
        self._options = options
        self._sessions: dict[str, Session] = {}
        self.users: Counter[str] = Counter()  # how many tasks under way have met each

    def get(self, name: str) -> Session:
        """Give the session of a registered name; it starts its process when it is first used.

        Raises:
            WicketError: its package, `env` or `config` is unusable.
        """
        if name not in self._sessions:
            spec = self._eval.extensions[name]
            env, config = environment_and_config(spec, self._env)
            self._sessions[name] = Session(
                name,
                resolve_package(spec.package, self._eval.folder, self._env.get("HOME", "")),
                config=config,
                env=env,
                guardian=self._guardian,
                on_log=self._on_log,
                on_report=self._on_report,
                options=self._options,
            )
        return self._sessions[name]

    async def problems(self, task: Task) -> list[Problem]:
        """Start the extensions of a task, and say all that is wrong with its steps. Nothing is executed."""
        found: list[Problem] = []
        offers: dict[str, Offer | None] = {}
        for kind, name in task.requires.values():
            if kind == "extension":
                offers[name] = await self._offer(name, task, found)
        for phase, step in task.steps:
            offer = offers.get(step.target) if step.kind == "operation" else None
            if offer is not None:
                found += [
                    Problem(str(task.path), step.line, f"{phase} step {step.id} ({step.type}): {problem}")
                    for problem in certain(offer.problems(step.name, step.body), step.body)
                ]
        return found

    async def warnings(self, name: str) -> list[str]:
        """Say what is odd about an extension that runs: above all, that it calls itself something else."""
        try:
            offer = await self.get(name).start()
        except WicketError:
            return []
        other = offer.manifest.name
        return [] if other == name else [f"the extension {name!r} calls itself {other!r}; steps use {name!r}"]

    async def close(self) -> None:
        """Shut all of them down, at the same time."""
        async with asyncio.TaskGroup() as group:
            for session in self._sessions.values():
                group.create_task(session.close())

    async def _offer(self, name: str, task: Task, found: list[Problem]) -> Offer | None:
        try:
            return await self.get(name).start()
        except ExtensionError as error:
            found.append(Problem(str(task.path), 0, f"the extension {name!r} cannot be used: {error.reason}"))
        except WicketError as error:
            found.append(Problem(str(task.path), 0, f"the extension {name!r} cannot be used: {error}"))
        return None


class ExtensionsOfTask:
    """The extensions as one run of a task meets them. `leave()` them when it is over."""

    def __init__(self, sessions: ExtensionSessions) -> None:
        self._sessions = sessions
        self._met: dict[str, int] = {}  # by name: which process

    async def meet(self, name: str, *, cleanup: bool) -> tuple[Session, int | None]:
        """Give the session for a step, and which of its processes the step needs. None: any.

        Raises:
            WicketError: it cannot be used.
        """
        session = self._sessions.get(name)
        if name not in self._met:
            others = self._sessions.users[name] > 0
            self._sessions.users[name] += 1
            self._met[name] = 0
            await session.renew(unless_alive=others)
            await session.start()
            self._met[name] = session.processes
        elif cleanup:
            await session.renew(unless_alive=True)
            return session, None
        return session, self._met[name]

    def leave(self) -> None:
        """Let others have them."""
        self._sessions.users.subtract(self._met.keys())
        self._met.clear()


def certain(problems: tuple[str, ...], args: Mapping[str, Any]) -> list[str]:
    """Give what is wrong with arguments whatever their templates will be."""
    places = {_written(path) for path in templated_paths(args)}
    above = {_written(path[:cut]) for path in templated_paths(args) for cut in range(len(path))}
    return [problem for problem in problems if not _may_be_mended(problem, places, above)]


def _may_be_mended(problem: str, places: set[str], above: set[str]) -> bool:
    place, _, said = problem.partition(": ")
    about_keys = "required property" in said or "dditional properties" in said
    return place in places or (place in above and not about_keys)


def _written(path: tuple[str | int, ...]) -> str:
    """Write a path as `host.json_schema` does."""
    return "$" + "".join(
        f"[{part}]" if isinstance(part, int) else f".{part}" if part.isidentifier() else f"[{part!r}]" for part in path
    )
