"""Runs what was approved: as ourselves at once, as root one after the other.

What runs can be ended from here, all of it, when the gateway closes.
"""

import asyncio
import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from wicket.gateway import pipeline_execution, sandboxed_pipeline
from wicket.gateway.errors import GatewayError
from wicket.gateway.executable_identity import ProgramMissing, folder, resolve
from wicket.gateway.pipeline_execution import Outcome
from wicket.gateway.request_environment import DEFAULT_PATH, environment
from wicket.gateway.request_types import AdmittedRequest
from wicket.gateway.response_statuses import SHUTTING_DOWN
from wicket.gateway.sudo_execution import PrivilegedRun
from wicket.gateway.sudo_password_questions import PasswordDoor
from wicket.gateway.user_accounts import home_of, user_name
from wicket.host.guardian_client import Guardian

__all__ = ["Runner", "refuse_if_late"]


class Running(Protocol):
    """What can be ended from outside."""

    def stop(self, failure: str) -> None: ...


class Runner:
    """Runs admitted_requests. Make it in a running loop."""

    def __init__(self, guardian: Guardian | None, timeout_s: float, agent_socket: str) -> None:
        """`agent_socket` is lent to those who ask for it and are not privileged."""
        self._guardian = guardian
        self._timeout_s = timeout_s
        self._agent_socket = agent_socket
        self.running: set[Running] = set()
        self._root = asyncio.Lock()  # one at a time
        self._defaults = _default_environment()

    async def run(
        self,
        admitted: AdmittedRequest,
        password: PasswordDoor,
        look: Callable[[], None],
        sandboxes: Sequence[Sequence[Any]] = (),
    ) -> Outcome:
        """Run it, and say what came of it. `look` is called in the last moment, and raises if it must not be.

        `sandboxes` are those of its judgement; a privileged request has none.

        Raises:
            GatewayError: it did not run.
        """
        if admitted.privileged:
            async with self._root:
                look()
                return await self._run_as_root(admitted, password, look)
        look()
        password.over()
        return await self._run_as_user(admitted, sandboxes, look)

    def stop(self, failure: str) -> None:
        """End all that runs, for this reason."""
        for running in list(self.running):
            running.stop(failure)

    async def _run_as_user(
        self, admitted: AdmittedRequest, sandboxes: Sequence[Sequence[Any]], look: Callable[[], None]
    ) -> Outcome:
        env = environment(dict(admitted.env), self._defaults)
        if admitted.forward_agent and self._agent_socket:
            env["SSH_AUTH_SOCK"] = self._agent_socket
        box = await sandboxed_pipeline.prepared(admitted, sandboxes, env) if sandboxes else None
        try:
            if box is not None:
                look()  # looking for what is protected may have taken a moment
            execution = pipeline_execution.start(
                admitted.pipeline, admitted.programs, cwd=admitted.cwd, env=env, guardian=self._guardian, boxes=box
            )
            self.running.add(execution)
            try:
                if box is not None:
                    await sandboxed_pipeline.confirmed(box, execution)
                outcome = await execution.finish(self._timeout_s)
            finally:
                self.running.discard(execution)
            return outcome if box is None else await sandboxed_pipeline.explained(box, outcome, admitted)
        finally:
            sandboxed_pipeline.released(box or ())

    async def _run_as_root(
        self, admitted: AdmittedRequest, password: PasswordDoor, look: Callable[[], None]
    ) -> Outcome:
        try:
            sudo = resolve("sudo", DEFAULT_PATH, "/")
        except ProgramMissing as error:
            raise GatewayError("there is no sudo here; install it, or ask without privilege") from error
        run = PrivilegedRun(
            admitted.pipeline,
            admitted.programs,
            sudo=sudo,
            cwd=admitted.cwd,
            env=admitted.env,
            password=password,
            look=look,
        )
        self.running.add(run)
        try:
            return await run.run(self._timeout_s)
        finally:
            self.running.discard(run)


def refuse_if_late(admitted: AdmittedRequest, *, left: bool, closing: bool) -> None:
    """A person took a while, and so did the disk; who left meanwhile, or moved the folder, gets nothing run.

    Raises:
        GatewayError: it must not run any more.
    """
    if left:
        raise GatewayError("the requester left before it could run")
    if closing:
        raise GatewayError(SHUTTING_DOWN)
    if admitted.folder is None or folder(admitted.cwd) != admitted.folder:
        raise GatewayError(f"the folder {admitted.cwd} is gone or another since it was looked up; ask again")


def _default_environment() -> Mapping[str, str]:
    name = user_name(os.geteuid())
    return {"HOME": home_of(os.geteuid()), "USER": name, "LOGNAME": name, "PATH": DEFAULT_PATH}
