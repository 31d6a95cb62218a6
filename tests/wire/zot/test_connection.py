"""The conversation with a long-lived extension, end to end and without I/O."""

import tracemalloc
from typing import Any

import msgspec
import pytest

from wicket.wire import zot
from wicket.wire.errors import Fault, LocalProtocolError, RemoteProtocolError
from wicket.wire.zot.connection import MAX_LINE_BYTES, Connection, State
from wicket.wire.zot.messages import (
    Block,
    CommandInvoked,
    CommandResponse,
    Event,
    EventIntercept,
    EventInterceptResponse,
    FromExtension,
    FromHost,
    Hello,
    HelloAck,
    Notify,
    OpenPanel,
    Ready,
    RegisterCommand,
    RegisterTool,
    Shutdown,
    ShutdownAck,
    ToolCall,
    ToolResult,
)

Host = Connection[FromHost, FromExtension]


def open_host(*calls: FromHost, max_line_bytes: int = 10_000) -> Host:
    """A host whose extension is ready, with some calls under way."""
    host = zot.host(max_line_bytes)
    host.receive(b'{"type":"hello","name":"x"}\n{"type":"ready"}\n')
    assert list(host.messages()) == [Hello("x"), Ready()]
    host.send(HelloAck())
    for call in calls:
        host.send(call)
    return host


def open_extension() -> Connection[FromExtension, FromHost]:
    extension = zot.extension(10_000)
    extension.send(Hello("x"))
    extension.receive(b'{"type":"hello_ack"}\n')
    assert list(extension.messages()) == [HelloAck()]
    return extension


def hears(end: Connection[Any, Any], *lines: bytes) -> list[Any]:
    end.receive(b"".join(line + b"\n" for line in lines))
    return list(end.messages())


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        pytest.param(b"starting up...", "no frame: JSON is malformed: invalid character (byte 0)", id="not-json"),
        pytest.param(b'{"type":"ready"}', "ready while GREETING", id="too-early"),
        pytest.param(b'{"type":"hello","name":""}', "hello without a name", id="nameless"),
        pytest.param(b'{"type":"hello"}', "hello: Object missing required field `name`", id="no-name"),
        pytest.param(b'{"type":"hello_ack"}', "unknown frame type 'hello_ack'", id="not-an-extension"),
        pytest.param(b"[]", "no frame: Expected `object`, got `array`", id="no-object"),
        pytest.param(b"x" * 10_001, "a line of more than 10000 bytes", id="too-long"),
        pytest.param(b'{"type":"hello","name":"\xff"}', "hello: 'utf-8' codec can't decode byte 0xff", id="not-utf8"),
    ],
)
def test_a_bad_first_frame_ends_the_conversation(line: bytes, reason: str) -> None:
    host = zot.host(10_000)
    host.receive(line + b"\n")
    with pytest.raises(RemoteProtocolError) as caught:
        next(host.messages())
    assert str(caught.value).startswith(f"the first frame must be hello: {reason}")
    assert caught.value.line == line[:200]
    assert host.state is State.CLOSED


@pytest.mark.rule("Z-H10")
def test_all_that_is_said_before_the_ack_counts() -> None:
    host, extension = zot.host(), zot.extension()
    frames: list[FromExtension] = [
        Hello("x"),
        RegisterCommand("c"),
        RegisterTool(name="t", schema={}),
        Notify("info", "up"),
        Ready(),
    ]
    host.receive(b"".join(extension.send(frame) for frame in frames))
    assert list(host.messages()) == frames
    extension.receive(host.send(HelloAck()))
    assert list(extension.messages()) == [HelloAck()]
    assert host.state is extension.state is State.OPEN


@pytest.mark.rule("Z-H18")
@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b'{"type":"register_tool","name":"","schema":{}}', "register_tool without a name"),
        (b'{"type":"register_tool","name":"t"}', "register_tool: Object missing required field `schema`"),
        (
            b'{"type":"register_tool","name":"t","schema":"x"}',
            "register_tool: Expected `object`, got `str` - at `$.schema`",
        ),
        (
            b'{"type":"register_tool","name":"t","schema":null}',
            "register_tool: Expected `object`, got `null` - at `$.schema`",
        ),
        (b'{"type":"register_tool","schema":{}}', "register_tool: Object missing required field `name`"),
        (b'{"type":"register_command","name":""}', "register_command without a name"),
    ],
)
def test_a_bad_registration_is_refused_with_its_reason(line: bytes, reason: str) -> None:
    assert hears(open_host(), line, b'{"type":"register_tool","name":"ok","schema":{}}') == [
        Fault(reason, line),
        RegisterTool(name="ok", schema={}),
    ]


@pytest.mark.rule("Z-H19")
def test_answers_find_their_calls_in_any_order() -> None:
    host = open_host(CommandInvoked("1", "a"), ToolCall("2", "t", {}), EventIntercept("3", "turn_start", step=1))
    answers = [EventInterceptResponse("3"), ToolResult(id="2"), CommandResponse("1", "noop")]
    assert hears(host, *(msgspec.json.encode(answer) for answer in answers)) == answers


@pytest.mark.rule("Z-H43")
@pytest.mark.rule("Z-S19")
@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"not json", "no frame: JSON is malformed: invalid character (byte 4)"),
        (b"[1,2]", "no frame: Expected `object`, got `array`"),
        (b'{"type":7}', "no frame: Expected `str` - at `$.type`"),
        (b'{"TYPE":"notify"}', "no frame: Object missing required field `type`"),
        (b'{"type":"mystery","id":"1"}', "unknown frame type 'mystery'"),
        (b'{"type":"notify","level":"info"}', "notify: Object missing required field `message`"),
    ],
)
def test_a_bad_line_is_skipped_and_the_connection_lives(line: bytes, reason: str) -> None:
    host = open_host()
    assert hears(host, line, b"", b" \r", b'{"type":"notify","level":"info","message":"ok","icon":"!"}') == [
        Fault(reason, line),
        Notify("info", "ok"),
    ]
    assert host.state is State.OPEN


@pytest.mark.rule("Z-S19")
def test_an_extension_ignores_what_it_does_not_know() -> None:
    line = b'{"type":"panel_resize","panel_id":"p","width":80,"height":24}'
    assert hears(open_extension(), line, b'{"type":"event","event":"session_start","mood":"good"}') == [
        Fault("unknown frame type 'panel_resize'", line),
        Event("session_start"),
    ]


@pytest.mark.rule("Z-H44")
def test_a_line_past_the_limit_is_rejected_and_the_next_one_is_heard() -> None:
    host = zot.host()
    host.receive(b'{"type":"hello","name":"x"}\n')
    list(host.messages())
    tracemalloc.start()
    for _ in range(1600):
        host.receive(b"x" * 65536)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 3 * MAX_LINE_BYTES
    assert hears(host, b"", b'{"type":"ready"}') == [Fault("a line of more than 4194303 bytes", b"x" * 200), Ready()]


@pytest.mark.rule("Z-H44")
@pytest.mark.rule("Z-S8")
def test_the_longest_line_is_what_zot_reads() -> None:
    host, extension = zot.host(), zot.extension()
    host.receive(extension.send(Hello("x")))
    assert list(host.messages()) == [Hello("x")]
    extension.receive(host.send(HelloAck()) + host.send(ToolCall("1", "t", {})))
    assert list(extension.messages()) == [HelloAck(), ToolCall("1", "t", {})]
    room = 4_194_303 - len(msgspec.json.encode(ToolResult(id="1", content=(Block("text", ""),))))
    too_long = ToolResult(id="1", content=(Block("text", "x" * (room + 1)),))
    with pytest.raises(
        LocalProtocolError, match="^tool_result is 4194305 bytes long, and the peer takes at most 4194304$"
    ):
        extension.send(too_long)
    longest = ToolResult(id="1", content=(Block("text", "x" * room),))
    host.receive(extension.send(longest))
    assert list(host.messages()) == [longest]


@pytest.mark.rule("Z-H45")
@pytest.mark.parametrize(
    "line",
    [
        pytest.param(b'{"type":"notify","level":"info","message":"\xff\xfe"}', id="not-utf8"),
        pytest.param(b'\xef\xbb\xbf{"type":"ready"}', id="byte-order-mark"),
        pytest.param(b'{"type":"register_tool","name":"t","schema":' + b'{"a":' * 1500, id="too-deep"),
        pytest.param(b'{"type":"register_tool","name":"t","schema":{"a":1e999}}', id="infinite"),
        pytest.param(b'{"type":"register_tool","name":"t","schema":{"a":NaN}}', id="nan"),
    ],
)
def test_hostile_bytes_never_stop_the_reader(line: bytes) -> None:
    bad, good = hears(open_host(), line, b'{"type":"notify","level":"info","message":"ok"}')
    assert isinstance(bad, Fault)
    assert good == Notify("info", "ok")


@pytest.mark.rule("Z-H47")
def test_an_answer_to_nothing_is_ignored() -> None:
    host = open_host(ToolCall("1", "t", {}))
    unknown = b'{"type":"tool_result","id":"9","content":[]}'
    wrong_kind = b'{"type":"command_response","id":"1","action":"noop"}'
    assert hears(host, unknown, wrong_kind, b'{"type":"tool_result","id":"1","content":[]}', unknown) == [
        Fault("tool_result '9' answers no open call", unknown),
        Fault("command_response '1' answers no open call", wrong_kind),
        ToolResult(id="1", content=()),
        Fault("tool_result '9' answers no open call", unknown),
    ]


def test_a_bad_answer_fails_its_call_at_once() -> None:
    host = open_host(ToolCall("1", "t", {}))
    bad = b'{"type":"tool_result","id":"1","content":"text"}'
    reason = "tool_result: Expected `array | null`, got `str` - at `$.content`"
    assert hears(host, bad, bad) == [Fault(reason, bad, id="1"), Fault(reason, bad)]


@pytest.mark.rule("Z-S6")
def test_half_a_character_does_not_cost_the_whole_answer() -> None:
    host = open_host(ToolCall("1", "x", {}))
    line = rb'{"type":"tool_result","id":"1","content":[{"type":"text","text":"cut \ud83d"}]}'
    assert hears(host, line) == [ToolResult(id="1", content=(Block("text", "cut \ufffd"),))]
    unknown, wrong = rb'{"type":"nonsense","text":"\ud83d"}', rb'{"type":"notify","message":["\ud83d"]}'
    assert hears(host, unknown, wrong) == [
        Fault("unknown frame type 'nonsense'", unknown.replace(b"d83d", b"fffd")),
        Fault("notify: Expected `str`, got `array` - at `$.message`", wrong.replace(b"d83d", b"fffd")),
    ]


def test_arguments_that_are_no_object_do_not_cost_the_whole_answer() -> None:
    host = open_host(EventIntercept("1", "tool_call", tool_id="c", tool_name="bash", tool_args={}))
    line = b'{"type":"event_intercept_response","id":"1","block":true,"modified_args":[1]}'
    assert hears(host, line) == [EventInterceptResponse("1", block=True, modified_args=[1])]


def test_a_call_that_is_already_open_cannot_be_made() -> None:
    with pytest.raises(LocalProtocolError, match="^tool_call '1' is already open$"):
        open_host(ToolCall("1", "t", {})).send(ToolCall("1", "t", {}))


@pytest.mark.parametrize(
    ("leaves", "reason"),
    [(zot.host(), "GREETING"), (open_host(), "OPEN"), (open_host(ToolCall("1", "t", {})), "OPEN")],
    ids=["before-hello", "idle", "in-a-call"],
)
def test_a_host_learns_that_its_extension_left_in_the_middle(leaves: Host, reason: str) -> None:
    leaves.receive_eof()
    with pytest.raises(RemoteProtocolError, match=f"^the peer left while {reason}$"):
        list(leaves.messages())


def test_leaving_after_shutdown_is_no_mistake() -> None:
    for last_words in (b"", b'{"type":"shutdown_ack"}\n', b'{"type":"shutdown_ack"}'):
        host = open_host()
        host.send(Shutdown())
        host.receive(last_words)
        host.receive_eof()
        assert list(host.messages()) == ([ShutdownAck()] if last_words else [])


def test_the_end_of_the_hosts_stream_means_shutdown() -> None:
    extension = open_extension()
    extension.receive_eof()
    assert list(extension.messages()) == []


def test_a_host_that_speaks_before_hello_does_not_end_the_conversation() -> None:
    extension = zot.extension()
    line = b'{"type":"mystery"}'
    assert hears(extension, line) == [Fault("unknown frame type 'mystery'", line)]
    extension.send(Hello("x"))


@pytest.mark.parametrize(
    ("line", "frame"),
    [
        (
            b'{"type":"event_intercept_response","id":"1","block":true,"reason":null,"replace_text":null}',
            EventInterceptResponse("1", block=True),
        ),
        (b'{"type":"notify","level":"info","message":"ok","icon":null}', Notify("info", "ok")),
        (b'{"type":"register_command","name":"c","description":null}', RegisterCommand("c")),
    ],
)
def test_null_means_absent_and_costs_no_guard_its_say(line: bytes, frame: FromExtension) -> None:
    host = open_host(EventIntercept("1", "tool_call", tool_id="c", tool_name="bash", tool_args={}))
    assert hears(host, line) == [frame]


def test_null_means_absent_inside_a_result_and_a_panel_too() -> None:
    host = open_host(ToolCall("1", "t", {}), CommandInvoked("2", "c"))
    result = b'{"type":"tool_result","id":"1","content":[{"type":"text","text":"x","data":null},7],"is_error":null}'
    assert hears(host, result.replace(b",7]", b"]")) == [ToolResult(id="1", content=(Block("text", "x"),))]
    panel = b'{"type":"command_response","id":"2","action":"open_panel","open_panel":{"id":"p","title":null}}'
    assert hears(host, panel) == [CommandResponse("2", "open_panel", open_panel=OpenPanel("p"))]
    other = open_host(ToolCall("1", "t", {}))
    (fault,) = hears(other, result)
    assert isinstance(fault, Fault)
    assert fault.id == "1"


def test_an_answer_past_the_limit_fails_the_call_that_it_began_to_answer() -> None:
    host = open_host(ToolCall("1", "t", {}))
    line = b'{"type":"tool_result","id":"1","content":[{"type":"text","text":"' + b"x" * 20_000
    assert hears(host, line) == [Fault("a line of more than 10000 bytes", line, id="1")]
