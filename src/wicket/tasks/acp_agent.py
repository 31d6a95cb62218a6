"""Runs an agent that speaks the Agent Client Protocol over its pipes; what it asks for passes the task's gate.

Its last message is its answer. Permissions, files and terminals that it asks us for are judged; what it does without
asking is not seen.
"""

import asyncio
import itertools
import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from wicket.displayed_text import excerpt
from wicket.errors import WicketError
from wicket.host.child_process import KILL_GRACE_S, Child
from wicket.host.errors import ExtensionNotStarted
from wicket.host.guardian_client import Guardian
from wicket.host.process_exit import Exit
from wicket.tasks.acp_requests import AcpRequests, Refusal
from wicket.tasks.acp_transcript import AcpTranscript
from wicket.tasks.agent_mcp_servers import acp_servers
from wicket.tasks.agent_surroundings import Surroundings
from wicket.tasks.command_runner import read_bounded
from wicket.tasks.task_gate import TaskGate
from wicket.tasks.task_model import AgentSpec
from wicket.tasks.task_results import AgentRecord
from wicket.wire.line_buffer import LineBuffer

__all__ = ["run_acp_agent"]

PROTOCOL_VERSION = 1
MAX_LINE_BYTES = 64 * 1024 * 1024
GREETING_S = 60.0

_METHOD_NOT_FOUND = -32601
_INTERNAL_ERROR = -32603


class AcpFailure(WicketError):
    """The agent left, or answered with an error."""


async def run_acp_agent(
    agent: AgentSpec,
    made: Surroundings,
    env: Mapping[str, str],
    record: AgentRecord,
    gate: TaskGate,
    *,
    guardian: Guardian | None = None,
    mcp_servers: Mapping[str, str] | None = None,
    allowed: Sequence[tuple[str, str]] = (),
) -> None:
    """Have it work on the prompt in `record`, and put there what comes of it. Cancelled, nothing is left of it."""
    record.gate = "acp"
    log = made.log("agent")
    requests = AcpRequests(gate, made, env, guardian, allowed)
    talk = _Conversation(record, requests)
    try:
        child = await Child.start(
            agent.name,
            agent.acp,
            cwd=made.work,
            env=env,
            stderr=log,
            on_data=talk.take,
            on_exit=talk.left,
            guardian=guardian,
        )
    except ExtensionNotStarted as error:
        record.error = f"the agent could not be started: {error.reason}"
        return
    talk.child = child
    try:
        async with asyncio.TaskGroup() as group:
            listening = group.create_task(talk.listen(group))
            try:
                await _work(talk, made, mcp_servers or {})
            except AcpFailure as error:
                record.error = str(error)
            finally:
                listening.cancel()
                talk.stop()
    finally:
        await requests.close()
        child.kill()
        with suppress(TimeoutError):
            async with asyncio.timeout(KILL_GRACE_S):
                await child.ended()
        talk.told.close()
        record.output = talk.told.last_message()
        record.stderr = read_bounded(log)


async def _work(talk: "_Conversation", made: Surroundings, mcp_servers: Mapping[str, str]) -> None:
    """Say hello, open a session, and give the prompt."""
    try:
        async with asyncio.timeout(GREETING_S):
            capabilities = {"fs": {"readTextFile": True, "writeTextFile": True}, "terminal": True}
            hello = await talk.ask(
                "initialize", {"protocolVersion": PROTOCOL_VERSION, "clientCapabilities": capabilities}
            )
            if hello.get("protocolVersion") != PROTOCOL_VERSION:
                spoken = excerpt(str(hello.get("protocolVersion")), 40)
                raise AcpFailure(f"the agent speaks version {spoken} of ACP, and wicket speaks {PROTOCOL_VERSION}")
            servers = acp_servers(mcp_servers, hello.get("agentCapabilities"))
            session = await talk.ask("session/new", {"cwd": str(made.work), "mcpServers": servers})
    except TimeoutError:
        raise AcpFailure(f"the agent did not open a session within {GREETING_S:g} s") from None
    prompt = [{"type": "text", "text": talk.record.prompt}]
    done = await talk.ask("session/prompt", {"sessionId": session.get("sessionId"), "prompt": prompt})
    talk.record.usage = done.get("usage") if isinstance(done.get("usage"), dict) else None
    if (reason := done.get("stopReason")) != "end_turn":
        raise AcpFailure(f"the agent stopped: {excerpt(str(reason), 60)}")


class _Conversation:
    """Both directions of the wire: our requests and their answers, the agent's requests and its news."""

    def __init__(self, record: AgentRecord, requests: AcpRequests) -> None:
        self.record = record
        self.told = AcpTranscript(record.transcript)
        self.child: Child | None = None
        self._requests = requests
        self._lines = LineBuffer(MAX_LINE_BYTES)
        self._heard: asyncio.Queue[dict[str, Any] | Exit] = asyncio.Queue()
        self._gone: AcpFailure | None = None
        self._ids = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._answering: set[asyncio.Task[None]] = set()

    def take(self, data: bytes) -> None:
        """Take bytes. A line that is no message is passed over."""
        self._lines.feed(data)
        while (line := self._lines.pop()) is not None:
            with suppress(ValueError, RecursionError):
                message = json.loads(line) if isinstance(line, bytes) else None
                if isinstance(message, dict):
                    self._heard.put_nowait(message)

    def left(self, status: Exit) -> None:
        """Learn that the agent is gone. What it has said before is heard first."""
        self._heard.put_nowait(status)

    async def ask(self, method: str, params: Mapping[str, Any]) -> dict[str, Any]:
        """Ask the agent, and wait for its answer.

        Raises:
            AcpFailure: it answered with an error, or left.
        """
        id = next(self._ids)
        if self._gone is not None:
            raise self._gone
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._waiting[id] = answer
        self._say({"id": id, "method": method, "params": dict(params)})
        return await answer

    async def listen(self, group: asyncio.TaskGroup) -> None:
        """Attend to what the agent says, until this is cancelled."""
        while True:
            message = await self._heard.get()
            match message:
                case Exit():
                    self._part(message)
                case {"method": str(method), "id": id}:
                    task = group.create_task(self._answer(id, method, message.get("params") or {}))
                    self._answering.add(task)
                    task.add_done_callback(self._answering.discard)
                case {"method": "session/update", "params": {"update": dict(update)}}:
                    self.told.take(update)
                case {"id": int(id)} if id in self._waiting:
                    self._settle(self._waiting.pop(id), message)
                case _:
                    pass  # notifications and answers that mean nothing to us

    def _part(self, status: Exit) -> None:
        last = f": {status.last_lines[-1].strip()}" if status.last_lines else ""
        self._gone = AcpFailure(f"the agent left before it was done ({status}){last}")
        for waiting in self._waiting.values():
            if not waiting.done():
                waiting.set_exception(self._gone)

    def stop(self) -> None:
        """Give up what is being answered."""
        for task in tuple(self._answering):
            task.cancel()

    async def _answer(self, id: Any, method: str, params: Mapping[str, Any]) -> None:
        try:
            result = await self._requests.answer(method, params)
        except Refusal as error:
            self._say(
                {
                    "id": id,
                    "error": {"code": _METHOD_NOT_FOUND if error.unknown else _INTERNAL_ERROR, "message": str(error)},
                }
            )
            return
        except Exception as error:  # noqa: BLE001 - whatever an agent asks for in an odd form is its own affair
            self._say({"id": id, "error": {"code": _INTERNAL_ERROR, "message": excerpt(str(error))}})
            return
        self._say({"id": id, "result": result})

    def _settle(self, waiting: asyncio.Future[dict[str, Any]], message: Mapping[str, Any]) -> None:
        if waiting.done():
            return
        if isinstance(error := message.get("error"), dict):
            said = excerpt(str(error.get("message") or error), 300)
            waiting.set_exception(AcpFailure(f"the agent answered with an error ({error.get('code')}): {said}"))
        else:
            result = message.get("result")
            waiting.set_result(result if isinstance(result, dict) else {})

    def _say(self, message: Mapping[str, Any]) -> None:
        if self.child is not None:
            self.child.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
