"""What a connection costs over bare msgspec: send, receive and understand one message, both ends, against the codec."""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from measure import Figure, compare

from wicket.wire import gevals, runok, sudo_proxy, zot
from wicket.wire.gevals.messages import (
    Context,
    Execute,
    Executed,
    Initialize,
    Initialized,
    Manifest,
    Outcome,
    Settings,
    Step,
)
from wicket.wire.runok.messages import Subject, ValidateCommand
from wicket.wire.sudo_proxy.messages import Request
from wicket.wire.zot.messages import Block, Hello, HelloAck, Ready, ToolCall, ToolResult

SIZES = {"100 B": (100, 8.0), "2 KB": (2_000, 2.5), "100 KB": (100_000, 1.3)}

# What agents send to and fro: code and prose, with line breaks, quotes and a letter beyond ASCII.
TEXT = '''def greet(name: str) -> str:\n    """Say hello, très poliment."""\n    return f"hello, {name}!"\n\n'''
# Requests that refuse duplicate keys are read twice.
STRICT_AT_MOST = 4.0


def figures() -> Iterator[Figure]:
    for size, (total, at_most) in SIZES.items():
        for name, conversation in CONVERSATIONS.items():
            strict = name.startswith("sudo-proxy") and total > 100
            yield _figure(f"{name}, {size}", conversation, total, STRICT_AT_MOST if strict else at_most)


def _figure(
    name: str, conversation: Callable[[int], tuple[Any, Callable[[], None]]], size: int, at_most: float
) -> Figure:
    message, exchange = conversation(size)
    encode, decode = msgspec.json.Encoder().encode, msgspec.json.Decoder(type(message)).decode
    return compare(name, exchange, lambda: decode(encode(message)), at_most)


def _text(size: int, overhead: int) -> str:
    """Make a text that fills a message up to `size` bytes, where the rest of it takes `overhead`."""
    room = max(size - overhead, 1)
    text = (TEXT * (room // len(TEXT) + 1))[:room]
    return text[: max(1, room - len(msgspec.json.encode(text)) + 2 + len(text))]


def _zot_call(size: int) -> tuple[Any, Callable[[], None]]:
    host, extension = zot.host(), zot.extension()
    _tell(extension, host, Hello("bench"))
    _tell(host, extension, HelloAck())
    _tell(extension, host, Ready())
    call = ToolCall("1", "edit", {"path": "src/greet.py", "text": _text(size, 90)})

    def exchange() -> None:
        _tell(host, extension, call)
        # Closing the call is the answer's business; forgetting it keeps the exchange to the one message measured.
        host.forget("1")
        extension.forget("1")

    return call, exchange


def _zot_result(size: int) -> tuple[Any, Callable[[], None]]:
    host, extension = zot.host(), zot.extension()
    _tell(extension, host, Hello("bench"))
    _tell(host, extension, HelloAck())
    _tell(extension, host, Ready())
    result = ToolResult(id="1", content=(Block("text", _text(size, 75)),))

    def exchange() -> None:
        host._open["1"] = extension._open["1"] = _RESULT  # the call, without its cost
        _tell(extension, host, result)

    return result, exchange


def _gevals_execute(size: int) -> tuple[Any, Callable[[], None]]:
    host, extension = _gevals_pair()
    step = Step(operation="apply", args={"file": _text(size, 150)}, context=Context("/task", "setup"))
    execute = Execute(id=2, params=step)

    def exchange() -> None:
        _tell(host, extension, execute)
        host.forget(2)
        extension.forget(2)

    return execute, exchange


def _gevals_executed(size: int) -> tuple[Any, Callable[[], None]]:
    host, extension = _gevals_pair()
    executed = Executed(id=2, result=Outcome(True, _text(size, 70)))

    def exchange() -> None:
        host._open[2] = extension._open[2] = _OUTCOME
        _tell(extension, host, executed)

    return executed, exchange


def _gevals_pair() -> tuple[Any, Any]:
    host, extension = gevals.host(), gevals.extension()
    _tell(host, extension, Initialize(id=1, params=Settings("0.0.1")))
    manifest = Manifest(name="bench", version="1.0.0", protocol_version="0.0.1", operations={})
    _tell(extension, host, Initialized(id=1, result=manifest))
    return host, extension


def _runok_question(size: int) -> tuple[Any, Callable[[], None]]:
    question = ValidateCommand(params=Subject(command="curl", raw_command_line=_text(size, 140)))

    def exchange() -> None:
        host, extension = runok.host(), runok.extension()
        extension.receive(host.send(question))
        extension.receive_eof()
        for _ in extension.messages():
            pass

    return question, exchange


def _sudo_request(size: int) -> tuple[Any, Callable[[], None]]:
    packages = " ".join(f"python3-package{number}" for number in range(size // 18)).split() or ["jq"]
    packages = packages[: max(1, (size - 150) * len(packages) // size)]
    request = Request(id="1", time="2026-02-13T14:30:00Z", pipeline=(("apt", "install", *packages),))

    def exchange() -> None:
        client, daemon = sudo_proxy.client("1"), sudo_proxy.daemon("1", str)
        daemon.receive(client.send(request))
        for _ in daemon.messages():
            pass

    return request, exchange


def _tell(speaker: Any, listener: Any, message: Any) -> None:
    listener.receive(speaker.send(message))
    for _ in listener.messages():
        pass


_RESULT = frozenset({ToolResult})
_OUTCOME = frozenset({Executed})

CONVERSATIONS = {
    "zot tool_call": _zot_call,
    "zot tool_result": _zot_result,
    "gevals execute": _gevals_execute,
    "gevals executed": _gevals_executed,
    "runok validateCommand": _runok_question,
    "sudo-proxy request": _sudo_request,
}
