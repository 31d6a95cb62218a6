"""What holds for every protocol, whatever the bytes: chunks do not matter, nothing raises but what is documented.

Marked `fuzz`: `make fuzz` runs these with 20,000 examples for each end, 200,000 for a property.
"""

import functools
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pair import FRESH_ID, PROTOCOLS, VERSION, read_transcript, transcripts
from wicket.wire import gevals, runok, sudo_proxy, zot
from wicket.wire.errors import Fault, LocalProtocolError, RemoteProtocolError
from wicket.wire.gevals import messages as gevals_messages
from wicket.wire.jsonrpc import Failed
from wicket.wire.runok import messages as runok_messages
from wicket.wire.sudo_proxy import messages as sudo_proxy_messages
from wicket.wire.zot import messages as zot_messages

EXAMPLES = int(os.environ.get("WICKET_EXAMPLES", "60"))
fuzzed = settings(max_examples=EXAMPLES, deadline=None)

# A listener of each end, in each of the states in which it hears most, and what its peer says there.
Maker = Callable[[], Any]


def asking(make: Maker, message: Any) -> Maker:
    def maker() -> Any:
        end = make()
        end.send(message)
        return end

    return maker


def greeted(make: Maker, *lines: bytes) -> Maker:
    def maker() -> Any:
        end = make()
        for line in lines:
            end.receive(line + b"\n")
            for message in end.messages():
                assert not isinstance(message, Fault)
        return end

    return maker


INITIALIZE = gevals_messages.Initialize(id=1, params=gevals_messages.Settings("0.0.1"))
STEP = gevals_messages.Step(operation="x", args={}, context=gevals_messages.Context("/t"))
MANIFEST = b'{"jsonrpc":"2.0","id":1,"result":{"name":"k","version":"1","protocolVersion":"0.0.1","operations":{}}}'
QUESTION = runok_messages.ValidateCommand(params=runok_messages.Subject(command="ls", raw_command_line="ls"))
REQUEST = sudo_proxy_messages.Request(id="1", pipeline=(("ls",),))


def working_gevals_host() -> Any:
    end = greeted(asking(gevals.host, INITIALIZE), MANIFEST)()
    end.send(gevals_messages.Execute(id=2, params=STEP))
    end.send(gevals_messages.Execute(id=3, params=STEP))
    return end


def working_zot_host() -> Any:
    end = greeted(zot.host, b'{"type":"hello","name":"x"}')()
    end.send(zot_messages.HelloAck())
    end.send(zot_messages.ToolCall("1", "t", {}))
    end.send(zot_messages.CommandInvoked("2", "c"))
    return end


LISTENERS: dict[str, tuple[str, str, Maker]] = {
    "runok-host": ("runok", "extension", asking(runok.host, QUESTION)),
    "runok-extension": ("runok", "host", runok.extension),
    "gevals-host": ("gevals", "extension", asking(gevals.host, INITIALIZE)),
    "gevals-host-working": ("gevals", "extension", working_gevals_host),
    "gevals-extension": ("gevals", "host", gevals.extension),
    "zot-host": ("zot", "extension", zot.host),
    "zot-host-working": ("zot", "extension", working_zot_host),
    "zot-extension": ("zot", "host", asking(zot.extension, zot_messages.Hello("x"))),
    "sudo-proxy-daemon": ("sudo_proxy", "client", PROTOCOLS["sudo_proxy"]["daemon"]),
    "sudo-proxy-daemon-short": (
        "sudo_proxy",
        "client",
        lambda: sudo_proxy.daemon(VERSION, lambda: FRESH_ID, max_request_bytes=120),
    ),
    "gevals-extension-short": ("gevals", "host", lambda: gevals.extension(max_line_bytes=100)),
    "zot-host-short": ("zot", "extension", lambda: zot.host(max_line_bytes=60)),
    "sudo-proxy-client": ("sudo_proxy", "daemon", asking(PROTOCOLS["sudo_proxy"]["client"], REQUEST)),
}


@functools.cache
def spoken(protocol: str, speaker: str) -> list[bytes]:
    """All that one end says in the transcripts."""
    lines = [line for path in transcripts(protocol) for line in read_transcript(Path(path))]
    return [line.text.encode() for line in lines if line.speaker == speaker and line.kind in ">!"]


def hear(end: Any, chunks: list[bytes]) -> tuple[list[Any], str | None]:
    """Feed an end, then end the stream. What it heard, and how the conversation broke down if it did."""
    heard: list[Any] = []
    try:
        for chunk in chunks:
            end.receive(chunk)
            heard += end.messages()
        end.receive_eof()
        for message in end.messages():
            heard.append(message)
    except RemoteProtocolError as error:
        return heard, str(error)
    return heard, None


def answer_faults(end: Any, heard: list[Any]) -> None:
    """Whatever reply a fault asks for, it may be sent at once or never."""
    for message in heard:
        if isinstance(message, Fault) and message.reply is not None:
            end.send(message.reply)


junk = st.one_of(
    st.binary(max_size=60),
    st.sampled_from(
        [
            b"\xef\xbb\xbf{}",
            b"NaN",
            b"1e999",
            b"[" * 2000,
            b'{"a":' * 2000,
            b'"\\ud800"',
            b"{}",
            b"null",
            b"\x00",
            b"\r",
        ]
    ),
)


@st.composite
def mutated(draw: st.DrawFn, lines: list[bytes]) -> bytes:
    """A valid line with a few bytes changed, dropped, doubled or put in."""
    line = bytearray(draw(st.sampled_from(lines)))
    for _ in range(draw(st.integers(0, 4))):
        place = draw(st.integers(0, len(line)))
        match draw(st.integers(0, 3)):
            case 0:
                line[place : place + draw(st.integers(1, 8))] = b""
            case 1:
                line[place:place] = draw(st.binary(max_size=4))
            case 2:
                line[place : place + 1] = draw(
                    st.sampled_from([b'"', b"{", b"}", b"[", b"]", b"null", b"1", b"-", b"\n"])
                )
            case _:
                line[place:place] = line[place : place + draw(st.integers(1, 20))]
    return bytes(line)


@pytest.mark.fuzz
@pytest.mark.parametrize("name", LISTENERS)
@given(data=st.data())
@fuzzed
def test_random_and_mutated_bytes_raise_nothing_but_a_remote_error(name: str, data: st.DataObject) -> None:
    protocol, speaker, make = LISTENERS[name]
    lines = data.draw(st.lists(st.one_of(junk, mutated(spoken(protocol, speaker))), max_size=6))
    end = make()
    heard: list[Any] = []
    try:
        for line in lines:
            end.receive(line + b"\n")
            for message in end.messages():
                heard.append(message)
                answer_faults(end, [message])
        end.receive_eof()
        answer_faults(end, list(end.messages()))
    except RemoteProtocolError as error:
        heard.append(Fault(str(error), error.line))
        closed = type(end)._closed
        if end.state is not closed:
            pytest.fail(f"broken and not closed: {end.state}")
    assert all(len(message.line) <= 200 for message in heard if isinstance(message, Fault))


@pytest.mark.fuzz
@pytest.mark.parametrize("name", LISTENERS)
@given(data=st.data())
@fuzzed
def test_how_the_bytes_are_cut_does_not_matter(name: str, data: st.DataObject) -> None:
    protocol, speaker, make = LISTENERS[name]
    lines = data.draw(st.lists(st.one_of(junk, mutated(spoken(protocol, speaker))), max_size=5))
    stream = b"\n".join(lines)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=8)))
    chunks = [stream[start:end] for start, end in zip([0, *cuts], [*cuts, len(stream)], strict=True)]
    assert hear(make(), chunks) == hear(make(), [stream])


texts = st.text(st.characters(codec="utf-8"), max_size=20)
json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | texts,
    lambda values: st.lists(values, max_size=3) | st.dictionaries(texts, values, max_size=3),
    max_leaves=8,
)


def messages_of(kind: Any) -> st.SearchStrategy[Any]:
    """Any message of a kind, made by drawing each field from its type."""
    if kind is Any:
        return json_values
    if kind is msgspec.UnsetType:
        return st.just(msgspec.UNSET)
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        fields = {field.name: messages_of(field.type) for field in msgspec.structs.fields(kind)}
        return st.builds(kind, **fields)
    origin: Any = getattr(kind, "__origin__", None)
    arguments: tuple[Any, ...] = getattr(kind, "__args__", ())
    if getattr(kind, "__metadata__", None):
        return st.integers(-(2**31), 2**31 - 1)
    if origin is dict:
        return st.dictionaries(messages_of(arguments[0]), messages_of(arguments[1]), max_size=3)
    if origin is tuple:
        return st.lists(messages_of(arguments[0]), max_size=3).map(tuple)
    if origin is not None and str(origin).endswith("Literal"):
        return st.sampled_from(arguments)
    if arguments:
        return st.one_of(*(messages_of(argument) for argument in arguments))
    plain: dict[Any, st.SearchStrategy[Any]] = {
        str: texts,
        int: st.integers(-(2**63), 2**63 - 1),
        bool: st.booleans(),
        bytes: st.binary(max_size=20),
        type(None): st.none(),
    }
    return plain[kind]


KINDS: list[Any] = [
    *zot_messages.FromExtension.__args__,
    *zot_messages.FromHost.__args__,
    *gevals_messages.FromExtension.__args__,
    *gevals_messages.FromHost.__args__,
    runok_messages.ValidateCommand,
    runok_messages.CommandValidated,
    Failed,
    sudo_proxy_messages.Request,
    sudo_proxy_messages.Response,
]


@pytest.mark.fuzz
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: f"{kind.__module__.split('.')[-2]}-{kind.__name__}")
@given(data=st.data())
@fuzzed
def test_what_is_encoded_is_decoded_to_the_same(kind: Any, data: st.DataObject) -> None:
    message = data.draw(messages_of(kind))
    assert msgspec.json.decode(msgspec.json.encode(message), type=kind) == message


@pytest.mark.fuzz
@pytest.mark.parametrize("kind", [zot_messages.ToolResult, zot_messages.Notify, zot_messages.RegisterTool])
@given(data=st.data())
@fuzzed
def test_a_refused_send_changes_nothing(kind: Any, data: st.DataObject) -> None:
    end = zot.extension(max_line_bytes=120)
    end.send(zot_messages.Hello("x"))
    message = data.draw(messages_of(kind))
    before = end.state
    try:
        line = end.send(message)
    except LocalProtocolError:
        assert end.state is before
    else:
        assert line.count(b"\n") == 1
        assert len(line) <= 121
