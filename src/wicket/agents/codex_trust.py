"""Asks Codex itself which hooks it would run, and has it trust ours: its app server says so over a pipe."""

import contextlib
import json
import os
import select
import shutil
import signal
import subprocess
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from wicket.agents.hook_command import is_ours
from wicket.errors import WicketError

__all__ = ["Listed", "NoCodex", "ToldHook", "listed", "trust"]

# It starts within a second or two, even on a busy machine.
TIMEOUT_S: Final = 30.0
MAX_LINE_BYTES: Final = 4 * 1024 * 1024


class NoCodex(WicketError):
    """Codex is not here, or does not answer as it is known to."""


@dataclass(frozen=True, slots=True)
class ToldHook:
    """A hook as Codex sees it. `counts`: it would be run."""

    key: str
    event: str
    command: str
    hash: str
    counts: bool

    @property
    def is_ours(self) -> bool:
        return is_ours(self.command, "codex")


@dataclass(frozen=True, slots=True)
class Listed:
    """What Codex says of its hooks."""

    hooks: tuple[ToldHook, ...]
    errors: tuple[str, ...]


def listed(environ: Mapping[str, str], project: Path) -> Listed:
    """Ask which hooks there are.

    Raises:
        NoCodex: there is no Codex to be asked, or it does not answer.
    """
    with _Server(environ, project) as server:
        return server.hooks()


def trust(environ: Mapping[str, str], project: Path) -> Listed:
    """Have Codex trust the hooks of ours, as they are now, and ask again.

    Raises:
        NoCodex: there is no Codex to be asked, or it does not answer.
    """
    with _Server(environ, project) as server:
        ours = [hook for hook in server.hooks().hooks if hook.is_ours and not hook.counts]
        if ours:
            state = {hook.key: {"trusted_hash": hook.hash, "enabled": True} for hook in ours}
            edit = {"keyPath": "hooks.state", "value": state, "mergeStrategy": "upsert"}
            server.call("config/batchWrite", {"edits": [edit]})
        return server.hooks()


class _Server:
    def __init__(self, environ: Mapping[str, str], project: Path) -> None:
        program = shutil.which("codex", path=environ.get("PATH", ""))
        if program is None:
            raise NoCodex("there is no codex on PATH to be asked; start it once and trust the hook there")
        self._project = project
        self._number = 0
        self._rest = b""
        self._ends = time.monotonic() + TIMEOUT_S
        self._process = subprocess.Popen(  # noqa: S603 - the agent that is set up
            [program, "app-server"],
            cwd=project,
            env=dict(environ),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        pipes = self._process.stdin, self._process.stdout
        self._in, self._out = [pipe.fileno() if pipe is not None else -1 for pipe in pipes]

    def __enter__(self) -> "_Server":
        try:
            self.call("initialize", {"clientInfo": {"name": "wicket", "title": "wicket", "version": "0"}})
            self._say({"method": "initialized"})
        except BaseException:  # Ctrl-C, too: nobody else ends the server that was started
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.communicate()

    def hooks(self) -> Listed:
        found = self.call("hooks/list", {"cwds": [str(self._project)]})
        try:
            (said,) = found["data"]
            hooks = tuple(
                ToldHook(
                    key=str(each["key"]),
                    event=str(each["eventName"]),
                    command=str(each["command"]),
                    hash=str(each["currentHash"]),
                    counts=bool(each["enabled"]) and (each["isManaged"] or each["trustStatus"] == "trusted"),
                )
                for each in said["hooks"]
                if each.get("command")
            )
            return Listed(hooks, tuple(str(error) for error in said["errors"]))
        except (KeyError, TypeError, ValueError) as error:
            raise NoCodex(f"codex does not say which hooks it has: {error!r:.100}; look at `/hooks` there") from error

    def call(self, method: str, params: Mapping[str, Any]) -> dict[str, Any]:
        """Ask, and wait for the answer; whatever else is said meanwhile does not matter."""
        self._number += 1
        self._say({"id": self._number, "method": method, "params": params})
        while True:
            said = self._line()
            if said.get("id") == self._number:
                if not isinstance(said.get("result"), dict):
                    raise NoCodex(f"codex refuses {method}: {str(said.get('error'))[:200]}; trust the hook there")
                return dict(said["result"])

    def _say(self, message: Mapping[str, Any]) -> None:
        data = json.dumps(message).encode() + b"\n"
        try:
            while data:
                data = data[os.write(self._in, data) :]
        except OSError as error:
            raise NoCodex("codex app-server has ended; start codex once and trust the hook there") from error

    def _line(self) -> dict[str, Any]:
        while b"\n" not in self._rest:
            ready, _, _ = select.select([self._out], [], [], max(0.0, self._ends - time.monotonic()))
            more = os.read(self._out, 1 << 16) if ready else b""
            if not more or len(self._rest) > MAX_LINE_BYTES:
                raise NoCodex("codex app-server does not answer; start codex once and trust the hook there")
            self._rest += more
        line, _, self._rest = self._rest.partition(b"\n")
        try:
            said = json.loads(line)
        except ValueError:
            return {}
        return said if isinstance(said, dict) else {}
