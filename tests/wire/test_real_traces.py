"""What the real programs said, heard by our ends: zot 0.1.62 with its extensions, and mcpchecker 0.0.19."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pair import TRANSCRIPTS
from wicket.wire import gevals, zot
from wicket.wire.errors import Fault
from wicket.wire.gevals.messages import (
    Agent,
    Context,
    Execute,
    Executed,
    Initialize,
    Initialized,
    Manifest,
    Outcome,
    Settings,
    Shutdown,
    Step,
    Stopped,
)
from wicket.wire.zot.messages import HelloAck

ZOT = sorted((TRANSCRIPTS / "real" / "zot").glob("*.jsonl"))
MCPCHECKER = TRANSCRIPTS / "real" / "gevals" / "host-v0.0.19.txt"

# The lines that were wrong on purpose, and what our host says of them.
FAULTS = {
    "e6-sch": [
        "register_tool: Object missing required field `schema`",
        "register_tool: Expected `object`, got `str` - at `$.schema`",
        "register_tool without a name",
        "no frame: JSON is malformed: invalid character (byte 4)",
        "no frame: Expected `str` - at `$.type`",
        "no frame: Object missing required field `type`",
        "unknown frame type 'mystery'",
        "no frame: Expected `object`, got `array`",
    ],
}


def runs(path: Path) -> Iterator[list[tuple[str, str]]]:
    """Each run of an extension in a trace: who said what (`>` the extension, `<` zot), in its order."""
    run: list[tuple[str, str]] = []
    for row in path.read_text(encoding="utf-8").splitlines():
        _, kind, value = json.loads(row)
        if kind == "env":
            if run:
                yield run
            run = []
        elif kind in "<>":
            run.append((kind, value))
    yield run


@pytest.mark.rule("Z-S40")
@pytest.mark.parametrize("path", ZOT, ids=lambda path: path.stem)
def test_what_zot_and_its_extensions_said_is_understood_by_both_our_ends(path: Path) -> None:
    for run in runs(path):
        host, extension = zot.host(), zot.extension()
        faults: list[str] = []
        for kind, line in run:
            speaker, listener = (extension, host) if kind == ">" else (host, extension)
            heard: list[Any] = _hear(listener, line)
            faults += [fault.reason for fault in heard if isinstance(fault, Fault)]
            for message in heard:
                if not isinstance(message, Fault):
                    speaker.send(message)
                    if isinstance(message, HelloAck):
                        assert (message.protocol_version, message.provider) == (1, "ollama")
            assert host.state is extension.state
        assert faults == FAULTS.get(path.stem, [])


def _hear(listener: Any, line: str) -> list[Any]:
    listener.receive(line.encode() + b"\n")
    return list(listener.messages())


def test_what_mcpchecker_said_is_understood_by_our_extension() -> None:
    extension = gevals.extension()
    lines = [line[2:] for line in MCPCHECKER.read_text(encoding="utf-8").splitlines() if line.startswith("> ")]
    manifest = Manifest(name="probe", version="1.0.0", protocol_version="0.0.1", operations={})
    heard = []
    for line in lines:
        (message,) = _hear(extension, line)
        heard.append(message)
        match message:
            case Initialize(id=id):
                extension.send(Initialized(id=id, result=manifest))
            case Execute(id=int() | str() as id):
                extension.send(Executed(id=id, result=Outcome(True)))
            case Shutdown(id=id):
                extension.send(Stopped(id=id))
            case _:
                pytest.fail(f"not understood: {line}")
    context = Context("/eval/tasks", "")
    seen = Context("/eval/tasks", "", agent=Agent("say second", "agent saw: say second in .skills"))
    assert heard == [
        Initialize(id=1, params=Settings("0.0.1", {"greeting": "hello", "nested": {"a": ["home", 1, True]}})),
        Execute(id=2, params=Step(operation="echo", args={"text": "first {random.id}"}, context=context)),
        Execute(id=3, params=Step(operation="echo", args={"text": "second"}, context=context)),
        Execute(id=4, params=Step(operation="echo", args={"text": "v {agent.output}"}, context=seen)),
        Execute(id=5, params=Step(operation="echo", args=None, context=context)),
        Shutdown(id=6),
    ]
    assert extension.state is gevals.State.CLOSED
