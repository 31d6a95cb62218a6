"""Answers the hooks of one agent for the length of a run: each call is judged by the gate of the task.

The socket is in `$WICKET_HOME` of the agent, and hooks speak to it as to a running gateway. A hook that finds nobody
there judges by itself, by no policy at all: it refuses, and notes that down, which is taken over in the end.
"""

import asyncio
import json
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from wicket import __version__
from wicket.displayed_text import one_line
from wicket.doors import hook_process, verdict_spool
from wicket.doors.hook_answer import door_of
from wicket.doors.hook_input_fields import parse
from wicket.doors.hook_messages import (
    OTHER_VERSION,
    QUESTION_HEADER_BYTES,
    Malformed,
    Question,
    answer,
    length_of,
    message,
    read_question,
)
from wicket.doors.tool_call import Context
from wicket.errors import WicketError
from wicket.tasks.agent_surroundings import Surroundings
from wicket.tasks.call_record import CallRecord, GateCall
from wicket.tasks.step_runner import now
from wicket.tasks.task_gate import TaskGate

__all__ = ["NoSocket", "answering_hooks"]

# How long a question may take to come: it is there as soon as its hook is.
QUESTION_S = 10.0

# The kernel takes no longer name for a socket.
MAX_SOCKET_BYTES = 107


class NoSocket(WicketError):
    """There is no place for the socket that hooks ask at."""


@asynccontextmanager
async def answering_hooks(agent: str, made: Surroundings, gate: TaskGate, record: CallRecord) -> AsyncIterator[None]:
    """Answer every hook that asks in here.

    Raises:
        NoSocket: that cannot be.
    """
    path = made.gate / "hook.sock"
    if len(os.fsencode(path)) > MAX_SOCKET_BYTES:
        raise NoSocket(f"{path} is too long for a socket; set TMPDIR to a shorter folder")
    made.gate.mkdir(mode=0o700, exist_ok=True)

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, TimeoutError, asyncio.IncompleteReadError, Malformed):
            async with asyncio.timeout(QUESTION_S):
                head = await reader.readexactly(QUESTION_HEADER_BYTES)
                rest = await reader.readexactly(length_of(head) - len(head))
            writer.write(_answered(agent, read_question(head + rest), gate))
            await writer.drain()
        writer.close()

    server = await asyncio.start_unix_server(serve, path)
    try:
        yield
    finally:
        server.close()
        record.gate += _judged_alone(made)


def _answered(agent: str, asked: Question, gate: TaskGate) -> bytes:
    """Judge a call, and spell the answer as its agent wants to hear it. What cannot be judged is refused."""
    if asked.version != __version__:
        return message(OTHER_VERSION, __version__.encode())
    try:
        door = door_of(agent)
        call = door.read(parse(asked.data), Context(asked.environ, asked.cwd))
        if call is None:
            return answer(0, b"", b"")
        reply = door.spell(call, gate.judge(call, asked.environ))
    except Exception as error:  # noqa: BLE001 - agents let pass what their hook does not refuse
        return answer(hook_process.BLOCKED, b"", f"wicket could not judge this: {one_line(str(error))}\n".encode())
    return answer(reply.code, reply.out + b"\n" if reply.out else b"", reply.err)


def _judged_alone(made: Surroundings) -> list[GateCall]:
    """Read what hooks noted that got no answer from us."""
    try:
        lines = (made.gate / verdict_spool.NAME).read_bytes().splitlines()
    except OSError:
        return []
    found = []
    for line in lines:
        with suppress(ValueError, KeyError, TypeError):
            said = json.loads(line)
            if said["kind"] != "decided":
                continue
            ran = said["answer"] == "allow"
            acts = [("command", text) for text in said["commands"]]
            acts += [("read" if kind in ("read", "list", "search") else "write", path) for kind, path in said["paths"]]
            found += [
                GateCall(
                    kind=kind,  # type: ignore[arg-type]
                    text=text,
                    decision="allow" if ran else "deny",
                    ran=ran,
                    reason=f"judged without this run: {said['because']}",
                    at=now(),
                )
                for kind, text in acts
            ]
    return found
