"""The conversation with an extension that carries out steps, end to end and without I/O."""

import msgspec
import pytest
from msgspec import UNSET

from wicket.wire import gevals
from wicket.wire.errors import Fault, LocalProtocolError, RemoteProtocolError
from wicket.wire.gevals.connection import Extension, Host, State
from wicket.wire.gevals.messages import (
    PROTOCOL_VERSION,
    Abandoned,
    Cancel,
    Context,
    Execute,
    Executed,
    FromExtension,
    FromHost,
    Initialize,
    Initialized,
    Log,
    LogEntry,
    Manifest,
    Operation,
    Outcome,
    Settings,
    Shutdown,
    Step,
    Stopped,
)
from wicket.wire.jsonrpc import ErrorObject, Failed, Id, Refused

STEP = Step(operation="x", args={}, context=Context("/t", "setup"))
MANIFEST = Manifest(name="k", version="1.0.0", protocol_version=PROTOCOL_VERSION, operations={})


def ready_host(*calls: int, max_line_bytes: int = 10_000) -> Host:
    """A host with an initialized extension and some steps under way."""
    host = gevals.host(max_line_bytes)
    host.send(Initialize(id=1, params=Settings(PROTOCOL_VERSION)))
    host.receive(msgspec.json.encode(Initialized(id=1, result=MANIFEST)) + b"\n")
    assert list(host.messages()) == [Initialized(id=1, result=MANIFEST)]
    for call in calls:
        host.send(Execute(id=call, params=STEP))
    return host


def ready_extension() -> Extension:
    extension = gevals.extension(2_000_000)
    extension.receive(msgspec.json.encode(Initialize(id=1, params=Settings(PROTOCOL_VERSION))) + b"\n")
    list(extension.messages())
    extension.send(Initialized(id=1, result=MANIFEST))
    return extension


def hears(host: Host, line: bytes) -> list[FromExtension | Fault[FromHost | Refused]]:
    host.receive(line + b"\n")
    return list(host.messages())


def told(extension: Extension, line: bytes) -> list[FromHost | Fault[FromExtension]]:
    extension.receive(line + b"\n")
    return list(extension.messages())


def refused(line: bytes, id: Id | None, code: int, message: str) -> list[FromHost | Fault[FromExtension]]:
    return [Fault(message, line, reply=Refused(id=id, error=ErrorObject(code, message)))]


# ── The host ─────────────────────────────────────────────────────────────────


@pytest.mark.rule("G-H2")
def test_initialize_is_said_first_and_once() -> None:
    host = gevals.host()
    assert host.send(Initialize(id=1, params=Settings(PROTOCOL_VERSION))) == (
        b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"0.0.1"}}\n'
    )
    for message in (Initialize(id=2, params=Settings(PROTOCOL_VERSION)), Execute(id=2, params=STEP)):
        with pytest.raises(LocalProtocolError, match="^(initialize|execute) while INITIALIZING$"):
            host.send(message)
    with pytest.raises(LocalProtocolError, match="^initialize while READY$"):
        ready_host().send(Initialize(id=2, params=Settings(PROTOCOL_VERSION)))


@pytest.mark.rule("G-H4")
def test_ids_are_not_used_twice_while_they_are_open_and_a_message_is_one_line() -> None:
    host = ready_host(2)
    with pytest.raises(LocalProtocolError, match="^execute 2 is already open$"):
        host.send(Execute(id=2, params=STEP))
    step = Step(operation="x", args={"text": "a\nb\u2028é"}, context=Context("/t", "setup"))
    line = host.send(Execute(id=3, params=step))
    assert line.count(b"\n") == 1
    assert line.endswith(b"\n")
    assert msgspec.json.decode(line)["jsonrpc"] == "2.0"
    assert msgspec.json.decode(line)["params"]["args"] == {"text": "a\nb\u2028é"}


@pytest.mark.rule("G-H5")
@pytest.mark.parametrize("field", ["name", "version", "protocolVersion", "operations"])
def test_a_manifest_without_a_required_field_is_refused_by_name(field: str) -> None:
    host = gevals.host()
    host.send(Initialize(id=1, params=Settings(PROTOCOL_VERSION)))
    manifest = {"name": "k", "version": "1", "protocolVersion": "0.0.1", "operations": {}}
    del manifest[field]
    line = msgspec.json.encode({"jsonrpc": "2.0", "id": 1, "result": manifest})
    assert hears(host, line) == [Fault(f"Object missing required field `{field}` - at `$.result`", line, id=1)]


@pytest.mark.rule("G-H8")
@pytest.mark.parametrize(
    ("operation", "read"),
    [
        (b"{}", Operation()),
        (b'{"params":true}', Operation(params=True)),
        (b'{"params":{}}', Operation(params={})),
        (b'{"description":null,"params":{"type":"object"},"since":"2"}', Operation(params={"type": "object"})),
    ],
)
def test_a_manifest_may_say_little_or_more(operation: bytes, read: Operation) -> None:
    host = gevals.host()
    host.send(Initialize(id=1, params=Settings(PROTOCOL_VERSION)))
    (heard,) = hears(
        host,
        b'{"jsonrpc":"2.0","id":1,"result":{"name":"k","version":"1","protocolVersion":"0.0.1","requires":null,'
        b'"operations":{"x":' + operation + b'},"homepage":"/"},"extra":1}',
    )
    manifest = Manifest(name="k", version="1", protocol_version="0.0.1", operations={"x": read})
    assert heard == Initialized(id=1, result=manifest)


@pytest.mark.rule("G-H10")
@pytest.mark.parametrize("result", [b'"result":null,', b'"result":{"success":true},', b""])
def test_an_error_is_an_error_even_beside_a_result(result: bytes) -> None:
    line = b'{"jsonrpc":"2.0","id":2,' + result + b'"error":{"code":-32602,"message":"no"}}'
    host = ready_host(2)
    assert hears(host, line) == [Failed(id=2, error=ErrorObject(-32602, "no"))]
    assert host.state is State.READY


@pytest.mark.rule("G-H27")
@pytest.mark.rule("G-H64")
@pytest.mark.rule("G-H36")
@pytest.mark.parametrize(
    ("result", "reason"),
    [
        (b"null", "Expected `object`, got `null` - at `$.result`"),
        (b"[]", "Expected `object`, got `array` - at `$.result`"),
        (b"{}", "Object missing required field `success` - at `$.result`"),
        (b'{"success":1}', "Expected `bool`, got `int` - at `$.result.success`"),
        (b'{"success":true,"message":5}', "Expected `str | null`, got `int` - at `$.result.message`"),
        (b'{"success":false,"error":{}}', "Expected `str | null`, got `object` - at `$.result.error`"),
        (b'{"success":true,"outputs":{"ip":"::1","port":80}}', "outputs['port'] must be a string"),
        (b'{"success":true,"outputs":[]}', "Expected `object | null`, got `array` - at `$.result.outputs`"),
    ],
)
def test_a_result_of_the_wrong_types_fails_its_step_and_names_the_field(result: bytes, reason: str) -> None:
    host = ready_host(2, 3)
    line = b'{"jsonrpc":"2.0","id":2,"result":' + result + b"}"
    assert hears(host, line) == [Fault(reason, line, id=2)]
    assert hears(host, b'{"jsonrpc":"2.0","id":3,"result":{"success":true}}') == [Executed(id=3, result=Outcome(True))]


@pytest.mark.rule("G-H35")
def test_a_late_answer_is_not_taken_for_another_one() -> None:
    host = ready_host(2)
    host.forget(2)
    host.send(Execute(id=3, params=STEP))
    late = b'{"jsonrpc":"2.0","id":2,"result":{"success":true}}'
    assert hears(host, late) == [Fault("executed 2 answers no open call", late)]
    assert hears(host, late.replace(b'"id":2', b'"id":3')) == [Executed(id=3, result=Outcome(True))]


@pytest.mark.rule("G-H36")
def test_answers_to_nothing_and_fields_of_tomorrow_are_passed_over() -> None:
    host = ready_host(2)
    for line, reason in [
        (b'{"jsonrpc":"2.0","id":99,"result":{}}', "an answer to no open call: 99"),
        (b'{"jsonrpc":"2.0","id":99,"error":{"code":-1,"message":"x"}}', "an answer to no open call: 99"),
        (b'{"jsonrpc":"2.0","id":"2","result":{"success":true}}', "executed '2' answers no open call"),
    ]:
        assert hears(host, line) == [Fault(reason, line)]
    line = b'{"jsonrpc":"2.0","id":2,"result":{"success":true,"score":0.5},"trace":[]}'
    assert hears(host, line) == [Executed(id=2, result=Outcome(True))]


@pytest.mark.rule("G-H39")
@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"Applying x.yaml", "Parse error: JSON is malformed: invalid character (byte 0)"),
        (b"y" * 500, "Parse error: JSON is malformed: invalid character (byte 0)"),
        (b"[]", "Invalid request: a message is one JSON object"),
        (b'{"id":77,"result":{"success":true}}', "Invalid request: 'jsonrpc' must be \"2.0\""),
        (
            b'{"jsonrpc":"2.0","method":"log","params":{"level":"info"}}',
            "log: Object missing required field `message` - at `$.params`",
        ),
        (b'{"jsonrpc":"2.0","method":"progress","params":{}}', "unknown notification 'progress'"),
    ],
)
def test_a_line_that_is_no_message_is_reported_and_skipped(line: bytes, reason: str) -> None:
    host = ready_host(2)
    assert hears(host, line) == [Fault(reason, line[:200])]
    assert [*hears(host, b""), *hears(host, b" \r")] == [Fault("a blank line", b""), Fault("a blank line", b" \r")]
    assert hears(host, b'{"jsonrpc":"2.0","id":2,"result":{"success":true}}') == [Executed(id=2, result=Outcome(True))]


def test_a_line_without_a_version_still_fails_the_call_that_it_meant() -> None:
    line = b'{"id":2,"result":{"success":true}}'
    assert hears(ready_host(2), line) == [Fault("Invalid request: 'jsonrpc' must be \"2.0\"", line, id=2)]


@pytest.mark.rule("G-H41")
def test_a_megabyte_goes_both_ways_and_the_limit_gives_a_clear_error() -> None:
    host, extension = gevals.host(2_000_000), gevals.extension(2_000_000)
    big = Step(operation="x", args={"text": "x" * 1024 * 1024}, context=Context("/t", "setup"))
    extension.receive(host.send(Execute(id=1, params=big)))
    assert list(extension.messages()) == [Execute(id=1, params=big)]
    done = Executed(id=1, result=Outcome(True, "y" * 1024 * 1024))
    host.receive(extension.send(done))
    assert list(host.messages()) == [done]
    small = ready_host(max_line_bytes=1000)
    with pytest.raises(LocalProtocolError, match="^execute is 1048709 bytes long, and the peer takes at most 4097$"):
        small.send(Execute(id=2, params=big))
    assert hears(small, b"z" * 1001) == [Fault("a line of more than 1000 bytes", b"z" * 200)]


@pytest.mark.rule("G-H41")
def test_a_line_past_the_limit_fails_the_oldest_call_unless_it_is_a_notification() -> None:
    host = ready_host(2, 3, max_line_bytes=1000)
    log = b'{"jsonrpc":"2.0","method":"log","params":{"level":"info","message":"' + b"x" * 1000
    assert hears(host, log) == [Fault("a line of more than 1000 bytes", log[:200])]
    answer = b'{"jsonrpc":"2.0","id":2,"result":{"success":true,"message":"' + b"x" * 1000
    assert hears(host, answer) == [Fault("a line of more than 1000 bytes", answer[:200], id=2)]
    assert hears(host, b'{"jsonrpc":"2.0","id":3,"result":{"success":true}}') == [Executed(id=3, result=Outcome(True))]


@pytest.mark.rule("G-H42")
def test_a_call_from_the_extension_is_refused_and_does_not_touch_ours_of_the_same_id() -> None:
    host = ready_host(2)
    line = b'{"jsonrpc":"2.0","id":2,"method":"sample","params":{}}'
    reply = Refused(id=2, error=ErrorObject(-32601, "Method not found: 'sample', and a host takes no calls"))
    assert hears(host, line) == [Fault(reply.error.message, line, reply=reply)]
    assert host.send(reply) == msgspec.json.encode(reply) + b"\n"
    assert hears(host, b'{"jsonrpc":"2.0","id":2,"result":{"success":true}}') == [Executed(id=2, result=Outcome(True))]


@pytest.mark.rule("G-H43")
def test_the_end_of_the_stream_makes_a_line_of_what_is_left() -> None:
    host = ready_host(2)
    host.receive(b'{"jsonrpc":"2.0","id":2,"result":{"success":true}}')
    host.receive_eof()
    messages = host.messages()
    assert next(messages) == Executed(id=2, result=Outcome(True))
    with pytest.raises(RemoteProtocolError, match="^the extension left while READY$"):
        next(messages)


@pytest.mark.rule("G-H43")
def test_bad_utf8_is_reported_and_skipped() -> None:
    line = b'{"jsonrpc":"2.0","method":"log","params":{"level":"info","message":"\xff"}}'
    (fault,) = hears(ready_host(), line)
    assert isinstance(fault, Fault)
    assert fault.line.decode(errors="replace") == line.decode(errors="replace")


@pytest.mark.rule("G-H66")
def test_an_error_that_cannot_name_its_call_fails_the_oldest() -> None:
    host = ready_host(2, 3)
    line = b'{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"what?"}}'
    assert hears(host, line) == [Failed(id=2, error=ErrorObject(-32700, "what?"))]
    assert hears(host, line) == [Failed(id=3, error=ErrorObject(-32700, "what?"))]
    assert hears(host, line) == [Fault("an answer to no open call: None", line)]
    assert host.state is State.READY


@pytest.mark.rule("G-H46")
@pytest.mark.parametrize("last_words", [b"", b'{"jsonrpc":"2.0","id":2,"result":null}\n'])
def test_leaving_after_shutdown_is_no_mistake_with_or_without_an_answer(last_words: bytes) -> None:
    host = ready_host()
    host.send(Shutdown(id=2))
    host.receive(last_words)
    host.receive_eof()
    assert list(host.messages()) == ([Stopped(id=2, result=None)] if last_words else [])


def test_answers_of_any_kind_may_cross_the_shutdown() -> None:
    host = ready_host(2, 3)
    host.send(Shutdown(id=4))
    assert hears(host, b'{"jsonrpc":"2.0","id":2,"result":{"success":false}}') == [
        Executed(id=2, result=Outcome(False))
    ]
    assert hears(host, b'{"jsonrpc":"2.0","id":4,"result":{"bye":true}}') == [Stopped(id=4)]
    line = b'{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"what?"}}'
    assert hears(host, line) == [Fault("failed while CLOSED", line)]


def test_an_answer_is_read_by_the_call_that_it_answers() -> None:
    host = ready_host()
    host.send(Shutdown(id=7))
    assert hears(host, b'{"jsonrpc":"2.0","id":7,"result":{"success":true}}') == [Stopped(id=7)]
    assert host.state is State.CLOSED


def test_an_answer_past_the_limit_fails_the_call_that_it_began_to_answer() -> None:
    host = ready_host(2, max_line_bytes=1000)
    line = b'{"jsonrpc":"2.0","id":2,"result":{"success":true,"message":"' + b"x" * 2000
    assert hears(host, line) == [Fault("a line of more than 1000 bytes", line, id=2)]


def test_an_id_that_would_swell_an_answer_is_nobodys() -> None:
    extension = ready_extension()
    line = b'{"jsonrpc":"2.0","id":"' + b"A" * 201 + b'","method":"x"}'
    assert told(extension, line) == [Fault("Invalid request: 'id' is longer than 200 characters", line)]
    longest = b'{"jsonrpc":"2.0","id":"' + b"A" * 200 + b'","method":"x"}'
    assert told(extension, longest) == refused(longest, "A" * 200, -32601, "Method not found: 'x'")


@pytest.mark.rule("G-H38")
def test_a_log_entry_of_any_level_is_heard() -> None:
    line = b'{"jsonrpc":"2.0","method":"log","params":{"level":"loud","message":"m","data":[1],"more":2}}'
    assert hears(ready_host(), line) == [Log(params=LogEntry("loud", "m", [1]))]


def test_half_a_character_costs_neither_a_log_line_nor_an_answer() -> None:
    host = ready_host(2)
    log = rb'{"jsonrpc":"2.0","method":"log","params":{"level":"info","message":"cut \ud83d"}}'
    done = rb'{"jsonrpc":"2.0","id":2,"result":{"success":true,"message":"\ud83d\ude00 \udE00"}}'
    assert hears(host, log) == [Log(params=LogEntry("info", "cut \ufffd"))]
    assert hears(host, done) == [Executed(id=2, result=Outcome(True, "\N{GRINNING FACE} \ufffd"))]


# ── The extension ────────────────────────────────────────────────────────────


@pytest.mark.rule("G-S5")
@pytest.mark.parametrize(
    ("params", "spoken"), [(b'{"protocolVersion":"0.1.0"}', "'0.1.0'"), (b'{"config":{}}', "''"), (b"{}", "''")]
)
def test_another_version_is_refused_and_both_are_named(params: bytes, spoken: str) -> None:
    line = b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":' + params + b"}"
    extension = gevals.extension()
    message = f"Invalid params: protocol version {spoken} is not spoken here, only '0.0.1'"
    assert told(extension, line) == refused(line, 1, -32602, message)
    extension.send(Refused(id=1, error=ErrorObject(-32602, message)))
    assert extension.state is State.STARTED


def test_a_config_that_is_no_object_is_refused() -> None:
    line = b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"0.0.1","config":5}}'
    message = "Invalid params: Expected `object | null`, got `int` - at `$.config`"
    assert told(gevals.extension(), line) == refused(line, 1, -32602, message)


@pytest.mark.rule("G-S9")
def test_an_unknown_method_is_refused() -> None:
    line = b'{"jsonrpc":"2.0","id":5,"method":"tools/list"}'
    assert told(ready_extension(), line) == refused(line, 5, -32601, "Method not found: 'tools/list'")


@pytest.mark.rule("G-S11")
@pytest.mark.rule("G-S25")
@pytest.mark.parametrize(("args", "read"), [(b'"args":null,', None), (b"", {})])
def test_what_existing_hosts_leave_out_is_accepted(args: bytes, read: dict[str, str] | None) -> None:
    line = (
        b'{"jsonrpc":"2.0","id":5,"method":"execute","params":{"operation":"x",'
        + args
        + b'"context":{"workdir":"/t","phase":""}}}'
    )
    assert told(ready_extension(), line) == [
        Execute(id=5, params=Step(operation="x", args=read, context=Context("/t", "")))
    ]


@pytest.mark.rule("G-S13")
@pytest.mark.rule("G-S14")
@pytest.mark.parametrize(
    ("line", "id", "code", "message"),
    [
        (b"{", None, -32700, "Parse error: Input data was truncated"),
        (
            b'{"a":"\xff"}',
            None,
            -32700,
            "Parse error: 'utf-8' codec can't decode byte 0xff in position 0: invalid start byte",
        ),
        (b'{"jsonrpc":"2.0","id":5}', 5, -32600, "Invalid request: no 'method', 'result' or 'error'"),
        (b'{"id":5,"method":"execute"}', 5, -32600, "Invalid request: 'jsonrpc' must be \"2.0\""),
        (b'{"jsonrpc":"2.0","id":5,"method":7}', 5, -32600, "Invalid request: 'method' must be a string"),
    ],
)
def test_a_line_that_is_no_request_is_answered_and_the_session_goes_on(
    line: bytes, id: int | None, code: int, message: str
) -> None:
    extension = ready_extension()
    assert told(extension, line) == refused(line, id, code, message)
    reply = Refused(id=id, error=ErrorObject(code, message))
    assert extension.send(reply) == msgspec.json.encode(reply) + b"\n"
    assert told(extension, b"") == told(extension, b"  ") == []
    assert extension.state is State.READY


@pytest.mark.rule("G-S14")
@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"{}", "Invalid request: 'jsonrpc' must be \"2.0\""),
        (b'{"jsonrpc":"2.0","method":5}', "Invalid request: 'method' must be a string"),
        (b'{"jsonrpc":"2.0","id":[],"method":"x"}', "Invalid request: 'id' must be an integer or a string"),
    ],
)
def test_an_object_without_an_id_to_answer_to_is_not_answered(line: bytes, reason: str) -> None:
    assert told(ready_extension(), line) == [Fault(reason, line)]


@pytest.mark.rule("G-S15")
@pytest.mark.parametrize("id", [7, "seven", ""])
def test_an_id_is_kept_with_its_type(id: int | str) -> None:
    extension = ready_extension()
    execute = Execute(id=id, params=STEP)
    assert told(extension, msgspec.json.encode(execute)) == [execute]
    assert extension.send(Executed(id=id, result=Outcome(True))) == (
        b'{"jsonrpc":"2.0","id":' + msgspec.json.encode(id) + b',"result":{"success":true}}\n'
    )


@pytest.mark.rule("G-S15")
def test_nobody_answers_what_has_no_id() -> None:
    extension = ready_extension()
    silent = Execute(id=UNSET, params=STEP)
    assert told(extension, msgspec.json.encode(silent)) == [silent]
    assert told(extension, msgspec.json.encode(silent)) == [silent]
    for line, reason in [
        (b'{"jsonrpc":"2.0","method":"shutdown"}', "shutdown without an id"),
        (b'{"jsonrpc":"2.0","id":null,"method":"nonsense"}', "Method not found: 'nonsense'"),
        (b'{"jsonrpc":"2.0","method":"execute","params":{}}', "Invalid request: missing required field 'operation'"),
        (
            b'{"jsonrpc":"2.0","method":"execute","params":{"operation":"x","context":{"workdir":"/","phase":"no"}}}',
            "Invalid params: context.phase must be setup, verify or cleanup",
        ),
    ]:
        assert told(extension, line) == [Fault(reason, line)]
    line = b'{"jsonrpc":"2.0","method":"initialize","params":{"protocolVersion":"0.0.1"}}'
    assert told(gevals.extension(), line) == [Fault("initialize without an id", line)]


@pytest.mark.rule("G-S19")
def test_an_answer_is_a_result_or_an_error_and_never_both() -> None:
    extension = ready_extension()
    told(extension, msgspec.json.encode(Execute(id=2, params=STEP)))
    told(extension, msgspec.json.encode(Execute(id=3, params=STEP)))
    assert (
        extension.send(Executed(id=2, result=Outcome(True))) == b'{"jsonrpc":"2.0","id":2,"result":{"success":true}}\n'
    )
    assert extension.send(Failed(id=3, error=ErrorObject(-32000, "no"))) == (
        b'{"jsonrpc":"2.0","id":3,"error":{"code":-32000,"message":"no"}}\n'
    )


@pytest.mark.rule("G-S30")
def test_a_request_of_more_than_a_megabyte_is_read() -> None:
    big = Execute(id=2, params=Step(operation="x", args={"t": "x" * 1_500_000}, context=Context("/t", "setup")))
    assert told(ready_extension(), msgspec.json.encode(big)) == [big]


def test_a_request_past_the_limit_is_answered() -> None:
    extension = gevals.extension(100)
    assert told(extension, b"x" * 101) == refused(
        b"x" * 100, None, -32700, "Parse error: a line of more than 100 bytes"
    )


@pytest.mark.rule("G-S45")
def test_a_second_initialize_is_refused_and_changes_nothing() -> None:
    extension = ready_extension()
    line = msgspec.json.encode(Initialize(id=2, params=Settings(PROTOCOL_VERSION)))
    assert told(extension, line) == refused(line, 2, -32600, "Invalid request: initialize while READY")
    assert extension.state is State.READY


@pytest.mark.rule("G-S46")
@pytest.mark.parametrize(
    ("params", "code", "message"),
    [
        (b'{"context":{"workdir":"/"}}', -32600, "Invalid request: missing required field 'operation'"),
        (b'{"operation":"x"}', -32600, "Invalid request: missing required field 'context'"),
        (b"[]", -32600, "Invalid request: 'params' must be an object"),
        (
            b'{"operation":5,"context":{"workdir":"/"}}',
            -32602,
            "Invalid params: Expected `str`, got `int` - at `$.operation`",
        ),
        (
            b'{"operation":"x","context":{}}',
            -32600,
            "Invalid request: missing required field 'context.workdir'",
        ),
        (
            b'{"operation":"x","context":{"workdir":"/","phase":"lunch"}}',
            -32602,
            "Invalid params: context.phase must be setup, verify or cleanup",
        ),
    ],
)
def test_a_step_that_lacks_something_is_refused_and_it_is_named(params: bytes, code: int, message: str) -> None:
    line = b'{"jsonrpc":"2.0","id":5,"method":"execute","params":' + params + b"}"
    assert told(ready_extension(), line) == refused(line, 5, code, message)


@pytest.mark.rule("G-S45")
def test_a_complaint_while_initializing_changes_nothing() -> None:
    extension = gevals.extension()
    told(extension, msgspec.json.encode(Initialize(id=1, params=Settings(PROTOCOL_VERSION))))
    for line in (b"garbage", msgspec.json.encode(Initialize(id=2, params=Settings(PROTOCOL_VERSION)))):
        (fault,) = told(extension, line)
        assert isinstance(fault, Fault)
        assert fault.reply is not None
        extension.send(fault.reply)
    assert extension.state is State.INITIALIZING
    extension.send(Initialized(id=1, result=MANIFEST))


def test_a_complaint_about_an_open_id_does_not_answer_the_call() -> None:
    extension = ready_extension()
    line = msgspec.json.encode(Execute(id=2, params=STEP))
    told(extension, line)
    (fault,) = told(extension, line)
    assert isinstance(fault, Fault)
    assert fault.reply == Refused(id=2, error=ErrorObject(-32600, "Invalid request: execute 2 is already open"))
    extension.send(fault.reply)
    extension.send(Executed(id=2, result=Outcome(True)))


def test_a_cancellation_is_heard_and_a_bad_one_is_passed_over() -> None:
    extension = ready_extension()
    assert told(extension, b'{"jsonrpc":"2.0","method":"cancel","params":{"id":2}}') == [Cancel(params=Abandoned(2))]
    bad = b'{"jsonrpc":"2.0","method":"cancel","params":{}}'
    assert told(extension, bad) == [Fault("Invalid request: missing required field 'id'", bad)]
    early = b'{"jsonrpc":"2.0","method":"cancel","params":{"id":2}}'
    assert told(gevals.extension(), early) == [Fault("Invalid request: cancel while STARTED", early)]


def test_an_answer_is_nothing_an_extension_waits_for() -> None:
    line = b'{"jsonrpc":"2.0","id":1,"result":{}}'
    assert told(ready_extension(), line) == [Fault("an answer to no open call: 1", line)]


def test_what_comes_after_the_last_word_is_not_answered() -> None:
    extension = ready_extension()
    told(extension, msgspec.json.encode(Shutdown(id=2)))
    extension.send(Stopped(id=2))
    line = msgspec.json.encode(Execute(id=3, params=STEP))
    assert told(extension, line) == [Fault("Invalid request: execute while CLOSED", line)]


@pytest.mark.parametrize("end", [b"", b"\n"])
def test_a_host_may_leave_at_any_time(end: bytes) -> None:
    extension = gevals.extension()
    execute = Execute(id=1, params=STEP)
    extension.receive(msgspec.json.encode(execute) + end)
    extension.receive_eof()
    assert list(extension.messages()) == [execute]
    assert extension.state is State.ONE_SHOT
