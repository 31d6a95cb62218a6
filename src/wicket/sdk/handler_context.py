"""What a handler learns about its call: where and when it runs, for whom, and how to speak up meanwhile."""

from __future__ import annotations

import os
import time

from wicket.sdk.extension import check_level
from wicket.sdk.handler_result_types import Fail
from wicket.sdk.stderr_logging import Log, remark

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping
    from pathlib import Path
    from typing import Any

    from wicket.sdk.extension import Extension
    from wicket.sdk.persistent_state import State

__all__ = ["Agent", "Context", "Host"]

# How long `wait_until` waits where neither its caller nor the host says, and how often it looks.
WAIT_S = 30.0
INTERVAL_S = 0.5


class Agent:
    """What the agent was told and what it said; only while a task is verified."""

    __slots__ = ("output", "prompt")

    def __init__(self, prompt: str = "", output: str = "") -> None:
        self.prompt = prompt
        self.output = output


class Host:
    """The host's particulars; empty where it did not introduce itself."""

    __slots__ = ("cwd", "data_dir", "extension_dir", "model", "protocol_version", "provider", "zot_version")

    def __init__(self, introduced: Mapping[str, Any] | None = None) -> None:
        said = introduced or {}
        self.protocol_version = said.get("protocol_version", 0)
        self.zot_version = _text(said.get("zot_version"))
        self.provider = _text(said.get("provider"))
        self.model = _text(said.get("model"))
        self.cwd = _text(said.get("cwd"))
        self.extension_dir = _text(said.get("extension_dir"))
        self.data_dir = _text(said.get("data_dir"))


class Context:
    """One call, as its handler sees it.

    `workdir` is where relative paths start. `phase` is setup, verify, cleanup or empty. `agent` is there in the verify
    phase alone. `env` is the task's environment. `deadline` is the moment of `time.monotonic()` by which the
    host wants its answer, or None.
    """

    __slots__ = ("_extension", "_notify", "_stopping", "agent", "deadline", "env", "host", "log", "phase", "workdir")

    def __init__(
        self,
        extension: Extension,
        *,
        workdir: str = "",
        phase: str = "",
        env: Mapping[str, str] | None = None,
        agent: Agent | None = None,
        deadline: float | None = None,
        host: Host | None = None,
        log: Callable[[str, str, dict[str, Any]], None] | None = None,
        stopping: Callable[[], bool] | None = None,
        notify: Callable[[str, str], None] | None = None,
    ) -> None:
        self._extension = extension
        self._notify = notify
        self._stopping = stopping
        self.workdir = workdir or os.getcwd()
        self.phase = phase
        self.env = dict(env or {})
        self.agent = agent
        self.deadline = deadline
        self.host = host or Host()
        self.log = Log(log or self._log_to_stderr)

    def path(self, *parts: str | os.PathLike[str]) -> Path:
        """Find a path from the task's folder. Absolute ones, and those that begin with ~, are left as they are."""
        from pathlib import Path

        inner = os.path.join(*parts) if parts else ""
        return Path(inner) if os.fspath(inner).startswith("~") else Path(self.workdir, inner)

    @property
    def remaining(self) -> float | None:
        """The seconds left until the deadline, never below 0, or None without one."""
        return None if self.deadline is None else max(0.0, self.deadline - time.monotonic())

    @property
    def stopping(self) -> bool:
        """Whether nobody waits any more: cancelled, past the deadline, or goodbye. A long handler looks at it."""
        return self.remaining == 0 or (self._stopping is not None and self._stopping())

    @property
    def data_dir(self) -> Path:
        """Where the extension keeps its files: the host's choice, else the extension's own folder."""
        from pathlib import Path

        return Path(self.host.data_dir or self._extension.directory)

    @property
    def state(self) -> State:
        """What the extension remembers from one run to the next: a dict in `data_dir/state.json`."""
        from wicket.sdk.persistent_state import State

        return State.at(self.data_dir / "state.json")

    def notify(self, message: str, level: str = "info") -> None:
        """Show the person a note: info, success, warn or error."""
        if self._notify is None:
            self._extension.notify(message, level)
        else:
            check_level(level)
            self._notify(level, message)

    def wait_until(
        self,
        check: Callable[[], Any],
        timeout: float | None = None,
        interval: float = INTERVAL_S,
        *,
        what: str = "",
    ) -> Any:
        """Call `check` until it returns something true, and return that.

        Raises:
            Fail: it did not within `timeout` seconds, or the host wants its answer; the last value is told.
        """
        until = self._until(timeout)
        while not (value := check()):
            if time.monotonic() + interval > until or self.stopping:
                raise self._waited(what, value)
            time.sleep(interval)
        return value

    async def wait_until_async(
        self,
        check: Callable[[], Awaitable[Any] | Any],
        timeout: float | None = None,  # noqa: ASYNC109 - it ends in a Fail that tells the last value
        interval: float = INTERVAL_S,
        *,
        what: str = "",
    ) -> Any:
        """Do the same in a handler that is `async`; `check` may be, too."""
        import asyncio

        until = self._until(timeout)
        while True:
            value = check()
            if hasattr(value, "__await__"):
                value = await value
            if value:
                return value
            if time.monotonic() + interval > until or self.stopping:
                raise self._waited(what, value)
            await asyncio.sleep(interval)

    def _until(self, timeout: float | None) -> float:
        until = time.monotonic() + (WAIT_S if timeout is None else timeout)
        return until if self.deadline is None else min(until, self.deadline)

    def _waited(self, what: str, value: Any) -> Fail:
        return Fail(f"timed out waiting for {what or 'it'} (last: {value!r})")

    def _log_to_stderr(self, level: str, message: str, data: dict[str, Any]) -> None:
        rest = "".join(f" {name}={value!r}" for name, value in data.items())
        remark(self._extension.name, f"{level}: {message}{rest}")


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
