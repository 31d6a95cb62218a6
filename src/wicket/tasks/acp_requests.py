"""What an ACP agent asks of its client: permissions, files and terminals, each through the task's gate."""

import asyncio
import itertools
import os
import shlex
import stat
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from wicket.displayed_text import excerpt
from wicket.errors import WicketError
from wicket.host.child_process import KILL_GRACE_S, Child
from wicket.host.guardian_client import Guardian
from wicket.host.process_exit import Exit
from wicket.sandbox.contained_command import contained
from wicket.sandbox.errors import CannotHold
from wicket.sandbox.prepared_command import Prepared
from wicket.sandbox.profile import Profile
from wicket.sandbox.refused_in_words import refusal
from wicket.sandbox.sandbox_building import built
from wicket.tasks.agent_surroundings import Surroundings
from wicket.tasks.task_gate import TaskGate

__all__ = ["AcpRequests", "Refusal"]

MAX_OUTPUT_BYTES = 1024 * 1024
MAX_FILE_BYTES = 16 * 1024 * 1024


def _with_variables(text: str, variables: Sequence[Mapping[str, Any]]) -> str:
    """Put variables that an agent sets before a text, so that they are judged with it: PATH says what runs."""
    if not variables:
        return text
    words = []
    for one in variables:
        name = str(one["name"])
        if not (name.isascii() and name.isidentifier()):
            raise Refusal(f"{name!r} is no name of a variable")
        words.append(f"{name}={shlex.quote(str(one['value']))}")
    return " ".join([*words, "bash", "--norc", "-c", shlex.quote(text)])


class Refusal(WicketError):
    """A request is not carried out. `unknown`: there is no such request."""

    def __init__(self, message: str, *, unknown: bool = False) -> None:
        super().__init__(message)
        self.unknown = unknown


class _Terminal:
    """A command that runs for the agent, and the end of what it wrote."""

    def __init__(self, limit: int) -> None:
        self.child: Child | None = None
        self.output = bytearray()
        self.truncated = False
        self._limit = limit

    def take(self, data: bytes) -> None:
        self.output += data
        if len(self.output) > self._limit:
            self.truncated = True
            del self.output[: len(self.output) - self._limit]

    def status(self) -> dict[str, Any] | None:
        ended = self.child.status if self.child is not None else None
        return (
            None
            if ended is None
            else {"exitCode": ended.code, "signal": None if ended.signal is None else str(ended.signal)}
        )


class _Held:
    """What a sandbox needs until its command has begun, and has ended. It has the last word in the terminal."""

    def __init__(self, box: Prepared, terminal: _Terminal) -> None:
        self.box = box
        self._terminal = terminal
        self._awaited = 2

    def ended(self, status: Exit) -> None:
        said = refusal(self.box.attempts(), self.box.confinement, os.environ.get("HOME", ""), (), status.code or 0)
        if said is not None:
            self._terminal.take(f"wicket: {said.line}\n".encode())
        self.done()

    def done(self) -> None:
        self._awaited -= 1
        if not self._awaited:
            self.box.release()


class AcpRequests:
    """Answers one agent. Close it at last: what runs in its terminals ends."""

    def __init__(
        self,
        gate: TaskGate,
        made: Surroundings,
        env: Mapping[str, str],
        guardian: Guardian | None,
        allowed: Sequence[tuple[str, str]] = (),
    ) -> None:
        self._gate = gate
        self._made = made
        self._env = env
        self._guardian = guardian
        self._known = {name for server, tool in allowed for name in _spellings(server, tool)}
        self._terminals: dict[str, _Terminal] = {}
        self._ids = itertools.count(1)

    async def answer(self, method: str, params: Mapping[str, Any]) -> dict[str, Any]:
        """Carry a request out.

        Raises:
            Refusal: the gate says no, or there is no such request.
        """
        match method:
            case "session/request_permission":
                return {"outcome": self._permission(params)}
            case "fs/read_text_file":
                return {"content": self._read(params)}
            case "fs/write_text_file":
                return self._write(params)
            case "terminal/create":
                return {"terminalId": await self._start(params)}
            case "terminal/output":
                terminal = self._terminal(params)
                shown = {"output": terminal.output.decode(errors="replace"), "truncated": terminal.truncated}
                return shown | ({"exitStatus": status} if (status := terminal.status()) is not None else {})
            case "terminal/wait_for_exit":
                terminal = self._terminal(params)
                if terminal.child is not None:
                    await terminal.child.ended()
                return terminal.status() or {}
            case "terminal/kill" | "terminal/release":
                if (child := self._terminal(params).child) is not None:
                    child.kill()
                return {}
            case _:
                raise Refusal(f"there is no method {excerpt(method, 60)!r}", unknown=True)

    async def close(self) -> None:
        """End what still runs."""
        for terminal in self._terminals.values():
            if terminal.child is not None:
                terminal.child.kill()
                with suppress(TimeoutError):
                    async with asyncio.timeout(KILL_GRACE_S):
                        await terminal.child.ended()

    def _permission(self, params: Mapping[str, Any]) -> dict[str, Any]:
        """Choose among what the agent offers: to allow once, or to reject once. Nothing is allowed for ever."""
        call = params.get("toolCall") or {}
        objection = self._objection(call)
        wanted = ("reject_once", "reject_always") if objection else ("allow_once", "allow_always")
        for kind in wanted:
            for option in params.get("options") or ():
                if option.get("kind") == kind:
                    return {"outcome": "selected", "optionId": option.get("optionId")}
        return {"outcome": "cancelled"}

    def _objection(self, call: Mapping[str, Any]) -> str:
        given = call.get("rawInput")
        given = given if isinstance(given, dict) else {}
        title = str(call.get("title") or "")
        if isinstance(command := given.get("command"), str | list):
            text = command if isinstance(command, str) else shlex.join(map(str, command))
            return self._gate.may_run(text, str(given.get("cwd") or self._made.work))
        paths = [str(place.get("path")) for place in call.get("locations") or () if isinstance(place, dict)]
        paths += [str(given[key]) for key in ("file_path", "path", "abs_path") if isinstance(given.get(key), str)]
        kind = str(call.get("kind") or "")
        if kind in ("edit", "delete", "move", "read", "search") and paths:
            access = "read" if kind in ("read", "search") else "write"
            objections = [self._gate.may_access(access, path) for path in dict.fromkeys(paths)]  # type: ignore[arg-type]
            return next(filter(None, objections), "")
        return self._gate.may_use(title or kind or "an unnamed tool", known=title in self._known)

    def _read(self, params: Mapping[str, Any]) -> str:
        path = str(params["path"])
        if objection := self._gate.may_access("read", path):
            raise Refusal(objection)
        text = _read_file(self._made.work / path)
        first, limit = int(params.get("line") or 1), params.get("limit")
        if first == 1 and limit is None:
            return text
        lines = text.splitlines(keepends=True)[max(0, first - 1) :]
        return "".join(lines if limit is None else lines[: int(limit)])

    def _write(self, params: Mapping[str, Any]) -> dict[str, Any]:
        path = str(params["path"])
        if objection := self._gate.may_access("write", path):
            raise Refusal(objection)
        full = self._made.work / path
        full.parent.mkdir(parents=True, exist_ok=True)
        with open(_regular(full, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), "wb") as file:
            file.write(str(params["content"]).encode(errors="replace"))
        return {}

    async def _start(self, params: Mapping[str, Any]) -> str:
        command, args = str(params["command"]), [str(one) for one in params.get("args") or ()]
        cwd = Path(str(params.get("cwd") or self._made.work))
        text = _with_variables(shlex.join([command, *args]) if args else command, params.get("env") or ())
        objection, profiles = self._gate.in_sandboxes(text, str(cwd))
        if objection:
            raise Refusal(objection)
        terminal = _Terminal(max(0, min(int(params.get("outputByteLimit") or MAX_OUTPUT_BYTES), MAX_OUTPUT_BYTES)))
        id = f"terminal-{next(self._ids)}"
        # What was judged was read as bash reads it.
        argv, env = ["/bin/bash", "--norc", "-c", f"exec 2>&1\n{text}"], dict(self._env)
        if profiles:
            terminal.child = await self._contained(id, argv, env, cwd, profiles, terminal)
        else:
            terminal.child = await Child.start(
                id,
                argv,
                cwd=cwd,
                env=env,
                stderr=self._made.log(id),
                on_data=terminal.take,
                guardian=self._guardian,
            )
        terminal.child.close_stdin()
        self._terminals[id] = terminal
        return id

    async def _contained(
        self, id: str, argv: list[str], env: dict[str, str], cwd: Path, profiles: list[Profile], terminal: _Terminal
    ) -> Child:
        """Start a command in its sandboxes, and see it begin."""
        try:
            made = contained(profiles, env, str(cwd), os.environ)
            held = _Held(made.prepare(argv), terminal)
        except CannotHold as error:
            raise Refusal(f"denied, for it has to run in a sandbox: {error}") from error
        try:
            child = await Child.start(
                id,
                held.box.command,
                cwd=cwd,
                env={},
                stderr=self._made.log(id),
                on_data=terminal.take,
                on_exit=held.ended,
                guardian=self._guardian,
                pass_fds=held.box.descriptors,
            )
        except BaseException:
            held.box.release()
            raise
        try:
            held.box.spawned()
            await built(held.box)
        except BaseException as error:
            child.kill()
            if isinstance(error, CannotHold | OSError):
                raise Refusal(f"denied, for it has to run in a sandbox: {error}") from error
            raise
        finally:
            held.done()
        return child

    def _terminal(self, params: Mapping[str, Any]) -> _Terminal:
        found = self._terminals.get(str(params.get("terminalId")))
        if found is None:
            raise Refusal(f"there is no terminal {excerpt(str(params.get('terminalId')), 60)!r}")
        return found


def _regular(path: Path, flags: int) -> int:
    """Open a file, and nothing that would keep us waiting: an agent may have put a pipe in its place.

    Raises:
        Refusal: it is no regular file.
        OSError: it cannot be opened.
    """
    descriptor = os.open(path, flags | os.O_NONBLOCK | os.O_CLOEXEC, 0o666)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise Refusal(f"{excerpt(str(path))} is no regular file")
    return descriptor


def _read_file(path: Path) -> str:
    with open(_regular(path, os.O_RDONLY), "rb") as file:
        data = file.read(MAX_FILE_BYTES + 1)
    if len(data) > MAX_FILE_BYTES:
        raise Refusal(f"{excerpt(str(path))} is longer than {MAX_FILE_BYTES} bytes; read it in a terminal")
    return data.decode(errors="replace")


def _spellings(server: str, tool: str) -> tuple[str, ...]:
    """Write a tool of an MCP server as agents do in titles."""
    return (f"mcp__{server}__{tool}", f"{server}/{tool}", f"{server}.{tool}", f"{tool} ({server} MCP Server)")
