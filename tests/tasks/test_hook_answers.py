"""The socket of a task's hooks: strangers are turned away, and what was judged elsewhere is taken over."""

import asyncio
import json
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from wicket import __version__
from wicket.doors import verdict_spool
from wicket.doors.hook_messages import ANSWER, HEADER_BYTES, OTHER_VERSION, question, read_answer, read_header
from wicket.loaded_policy import Policy
from wicket.tasks.agent_surroundings import Surroundings, make_surroundings
from wicket.tasks.call_record import CallRecord
from wicket.tasks.hook_answers import answering_hooks
from wicket.tasks.task_gate import TaskGate


@pytest.fixture
def made() -> Iterator[Surroundings]:
    with tempfile.TemporaryDirectory(prefix="w-", dir="/tmp") as folder:
        yield make_surroundings(Path(folder) / "run")


async def ask(made: Surroundings, asked: bytes) -> tuple[int, bytes]:
    reader, writer = await asyncio.open_unix_connection(made.gate / "hook.sock")
    writer.write(asked)
    kind, length = read_header(await reader.readexactly(HEADER_BYTES))
    said = await reader.readexactly(length)
    writer.close()
    return kind, said


async def test_questions_are_answered_and_nonsense_is_refused(made: Surroundings) -> None:
    record = CallRecord()
    gate = TaskGate(Policy.loads("rules: [{allow: 'ls *'}]"), None, made.work, record)
    call = {"hook_event_name": "BeforeTool", "cwd": "/", "tool_name": "run_shell_command"}
    told = json.dumps({**call, "tool_input": {"command": "ls /"}}).encode()
    async with answering_hooks("gemini", made, gate, record), asyncio.timeout(30):
        kind, said = await ask(made, question(__version__, ["--agent", "gemini"], "/", {}, told))
        assert (kind, read_answer(said)) == (ANSWER, (0, b'{"decision":"allow"}\n', b""))
        kind, said = await ask(made, question(__version__, ["--agent", "gemini"], "/", {}, b"no JSON"))
        code, out, err = read_answer(said)
        assert (kind, code, out, err[:27]) == (ANSWER, 2, b"", b"wicket could not judge this")
        kind, said = await ask(made, question("0", [], "/", {}, told))
        assert (kind, said) == (OTHER_VERSION, __version__.encode())
        reader, writer = await asyncio.open_unix_connection(made.gate / "hook.sock")
        writer.write(b"GET / HTTP/1.1\r\n\r\n")
        assert await reader.read() == b""
        writer.close()
    assert [(one.text, one.ran) for one in record.gate] == [("ls /", True)]


async def test_what_a_hook_has_judged_alone_is_taken_over(made: Surroundings) -> None:
    record = CallRecord()
    gate = TaskGate(Policy.loads("rules: []"), None, made.work, record)
    line = {"kind": "decided", "answer": "deny", "because": "why", "commands": ["ls"], "paths": [["write", "/x"]]}
    async with answering_hooks("gemini", made, gate, record):
        text = f'{json.dumps(line)}\nnonsense\n{{"kind": "ended"}}\n'
        (made.gate / verdict_spool.NAME).write_text(text)
    assert [(one.kind, one.text, one.decision, one.ran, one.reason) for one in record.gate] == [
        ("command", "ls", "deny", False, "judged without this run: why"),
        ("write", "/x", "deny", False, "judged without this run: why"),
    ]
