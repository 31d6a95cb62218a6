"""The conversation with a validator, end to end and without I/O."""

import tracemalloc

import msgspec
import pytest

from wicket.wire import runok
from wicket.wire.errors import Fault, LocalProtocolError, RemoteProtocolError
from wicket.wire.jsonrpc import ErrorObject, Failed, Refused
from wicket.wire.runok.connection import Extension, Host, State
from wicket.wire.runok.messages import CommandValidated, FromExtension, FromHost, Judgement, Subject, ValidateCommand

QUESTION = ValidateCommand(params=Subject(command="rm", args=("x",), raw_command_line="rm x", cwd="/"))
OK = b'{"jsonrpc":"2.0","id":1,"result":{"status":"allow"}}'


def asking_host(max_answer_bytes: int = 1000) -> Host:
    host = runok.host(max_answer_bytes)
    host.send(QUESTION)
    return host


def answer(data: bytes) -> list[FromExtension | Fault[FromHost]]:
    host = asking_host()
    host.receive(data)
    host.receive_eof()
    return list(host.messages())


def ask(data: bytes) -> tuple[Extension, list[FromHost | Fault[FromExtension]]]:
    extension = runok.extension(10_000)
    extension.receive(data)
    extension.receive_eof()
    return extension, list(extension.messages())


def question(**changes: object) -> bytes:
    """Write a question with some members changed, or with `...` left out."""
    params = {"command": "rm", "flags": {}, "args": [], "raw_command_line": "rm", "env": {}, "cwd": "/"}
    envelope = {"jsonrpc": "2.0", "id": 1, "method": "validateCommand", "params": params}
    for key, value in changes.items():
        target = params if key in params else envelope
        target.pop(key)
        if value is not ...:
            target[key] = value  # type: ignore[assignment]
    return msgspec.json.encode(envelope)


# ── The host ─────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("space", [b"", b"\n", b"\r\n", b" \n\t \n"], ids=repr)
@pytest.mark.rule("R-H13")
def test_white_space_around_the_one_answer_is_fine(space: bytes) -> None:
    assert answer(space + OK + space) == [CommandValidated(id=1, result=Judgement("allow"))]


def test_an_answer_is_heard_only_when_the_stream_has_ended() -> None:
    host = asking_host()
    host.receive(OK + b"\n")
    assert list(host.messages()) == []
    host.receive_eof()
    assert list(host.messages()) == [CommandValidated(id=1, result=Judgement("allow"))]
    assert host.state is State.ANSWERED


@pytest.mark.rule("R-H13")
@pytest.mark.parametrize(
    ("data", "reason"),
    [
        pytest.param(b"", "no answer", id="nothing"),
        pytest.param(b" \n", "Parse error: Input data was truncated", id="white-space"),
        pytest.param(OK[:-2], "Parse error: Input data was truncated", id="half-a-value"),
        pytest.param(OK + OK, r"Parse error: JSON is malformed: trailing characters \(byte 53\)", id="two-values"),
        pytest.param(OK + b"\nok", r"Parse error: JSON is malformed: trailing characters \(byte 54\)", id="trailing"),
        pytest.param(b"allow", r"Parse error: JSON is malformed: invalid character \(byte 0\)", id="not-json"),
        pytest.param(b'["allow"]', "Invalid request: a message is one JSON object", id="no-object"),
        pytest.param(b'{"jsonrpc":"2.0","id":1}', "Invalid request: no 'method', 'result' or 'error'", id="no-result"),
        pytest.param(
            b'{"jsonrpc":"2.0","id":1,"result":{}}',
            r"Object missing required field `status` - at `\$.result`",
            id="no-status",
        ),
        pytest.param(
            b'{"jsonrpc":"2.0","id":1,"result":null}',
            r"Expected `object`, got `null` - at `\$.result`",
            id="null-result",
        ),
        pytest.param(OK.replace(b'"2.0"', b'"1.0"'), "Invalid request: 'jsonrpc' must be \"2.0\"", id="wrong-version"),
        pytest.param(
            OK.replace(b'"jsonrpc":"2.0",', b""), "Invalid request: 'jsonrpc' must be \"2.0\"", id="unversioned"
        ),
        pytest.param(OK.replace(b'"id":1', b'"id":2'), "command_validated 2 answers no open call", id="another-id"),
        pytest.param(OK.replace(b'"id":1', b'"id":"1"'), "command_validated '1' answers no open call", id="id-as-text"),
        pytest.param(
            OK.replace(b'"id":1', b'"id":true'), "Invalid request: 'id' must be an integer or a string", id="id-true"
        ),
        pytest.param(OK.replace(b"allow", b"\xff"), "Parse error: .* can't decode byte 0xff .*", id="not-utf8"),
        pytest.param(b'{"x":' * 100_000, ".*", id="too-deep"),
        pytest.param(
            b'{"jsonrpc":"2.0","id":1,"result":{"status":"deny","status":"allow"}}',
            "duplicate key 'status'",
            id="both-deny-and-allow",
        ),
        pytest.param(question(), "a call came in place of an answer", id="a-call"),
    ],
)
def test_anything_but_one_good_answer_is_none(data: bytes, reason: str) -> None:
    host = asking_host(max_answer_bytes=1_000_000)
    host.receive(data)
    host.receive_eof()
    with pytest.raises(RemoteProtocolError, match=f"^{reason}$") as caught:
        list(host.messages())
    assert caught.value.line == data[:200] or data == b""
    assert host.state is State.ANSWERED


@pytest.mark.rule("R-H29")
@pytest.mark.parametrize(
    ("result", "reason"),
    [
        pytest.param(b'{"status":1}', r"Expected `str`, got `int` - at `\$.result.status`", id="status-number"),
        pytest.param(b'{"status":null}', r"Expected `str`, got `null` - at `\$.result.status`", id="status-null"),
        pytest.param(
            b'{"status":"deny","message":[]}',
            r"Expected `str \| null`, got `array` - at `\$.result.message`",
            id="message-list",
        ),
        pytest.param(
            b'{"status":"deny","fix_suggestion":false}',
            r"Expected `str \| null`, got `bool` - at `\$.result.fix_suggestion`",
            id="fix-bool",
        ),
    ],
)
def test_an_answer_of_the_wrong_types_is_none(result: bytes, reason: str) -> None:
    with pytest.raises(RemoteProtocolError, match=f"^{reason}$"):
        answer(b'{"jsonrpc":"2.0","id":1,"result":' + result + b"}")


@pytest.mark.rule("R-H29")
def test_null_means_absent() -> None:
    line = b'{"jsonrpc":"2.0","id":1,"result":{"status":"ask","message":null,"fix_suggestion":null,"more":1}}'
    assert answer(line) == [CommandValidated(id=1, result=Judgement("ask"))]


@pytest.mark.rule("R-H12")
@pytest.mark.parametrize(
    "line",
    [
        b'{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"no"}}',
        b'{"jsonrpc":"2.0","id":1,"result":null,"error":{"code":-32600,"message":"no"}}',
        b'{"jsonrpc":"2.0","id":1,"result":{"status":"allow"},"error":{"code":-32600,"message":"no"}}',
    ],
)
def test_an_error_is_an_error_even_beside_a_result(line: bytes) -> None:
    assert answer(line) == [Failed(id=1, error=ErrorObject(-32600, "no"))]


def test_an_error_that_is_not_about_our_question_is_none() -> None:
    with pytest.raises(RemoteProtocolError, match=r"^error -32700 that answers nothing: what\?$"):
        answer(b'{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"what?"}}')


def test_an_answer_past_the_limit_is_noticed_at_once_and_costs_no_more_memory() -> None:
    host = asking_host(max_answer_bytes=1024 * 1024)
    tracemalloc.start()
    for _ in range(1600):
        host.receive(b"x" * 65536)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 3 * 1024 * 1024
    with pytest.raises(RemoteProtocolError, match="^an answer of more than 1048576 bytes$"):
        next(host.messages())


def test_a_megabyte_arrives() -> None:
    host = runok.host()
    host.send(QUESTION)
    long = CommandValidated(id=1, result=Judgement("deny", "é" * 500_000))
    host.receive(msgspec.json.encode(long))
    host.receive_eof()
    assert list(host.messages()) == [long]


def test_one_question_is_all_a_host_may_ask() -> None:
    with pytest.raises(LocalProtocolError, match="^validate_command while ASKED$"):
        asking_host().send(QUESTION)


# ── The extension ────────────────────────────────────────────────────────────


@pytest.mark.rule("R-S2")
@pytest.mark.parametrize("id", [1, 0, -7, 2**40, "1", "", "abc"])
def test_an_id_comes_back_with_its_type(id: int | str) -> None:
    extension, heard = ask(question(id=id))
    assert heard == [ValidateCommand(id=id, params=Subject(command="rm", raw_command_line="rm", cwd="/"))]
    assert extension.send(CommandValidated(id=id, result=Judgement("ask"))) == (
        b'{"jsonrpc":"2.0","id":' + msgspec.json.encode(id) + b',"result":{"status":"ask"}}\n'
    )


@pytest.mark.rule("R-S6")
def test_what_may_be_missing_is_empty() -> None:
    _, heard = ask(question(flags=..., args=..., env=..., cwd=...))
    assert heard == [ValidateCommand(params=Subject(command="rm", raw_command_line="rm"))]


@pytest.mark.rule("R-S5")
@pytest.mark.rule("R-S11")
@pytest.mark.parametrize(
    ("data", "id", "code", "message"),
    [
        pytest.param(b"{", None, -32700, "Parse error: Input data was truncated", id="not-json"),
        pytest.param(
            question(command=...), 1, -32600, "Invalid request: missing required field 'command'", id="no-command"
        ),
        pytest.param(
            question(raw_command_line=...),
            1,
            -32600,
            "Invalid request: missing required field 'raw_command_line'",
            id="no-raw",
        ),
        pytest.param(question(params=...), 1, -32600, "Invalid request: 'params' must be an object", id="no-params"),
        pytest.param(
            question(method=...), 1, -32600, "Invalid request: no 'method', 'result' or 'error'", id="no-method"
        ),
        pytest.param(question(jsonrpc=...), 1, -32600, "Invalid request: 'jsonrpc' must be \"2.0\"", id="no-version"),
        pytest.param(question(id=...), None, -32600, "Invalid request: missing required field 'id'", id="no-id"),
        pytest.param(question(id=None), None, -32600, "Invalid request: missing required field 'id'", id="null-id"),
        pytest.param(question(method="judge"), 1, -32601, "Method not found: 'judge'", id="other-method"),
        pytest.param(
            question(flags={"X": 1}),
            1,
            -32602,
            "Invalid params: Expected `str`, got `int` - at `$.flags[...]`",
            id="wrong-type",
        ),
        pytest.param(OK, 1, -32600, "Invalid request: not a call", id="an-answer"),
    ],
)
def test_a_question_that_cannot_be_read_is_answered_with_the_reason(
    data: bytes, id: int | None, code: int, message: str
) -> None:
    extension, heard = ask(data)
    reply = Refused(id=id, error=ErrorObject(code, message))
    assert heard == [Fault(message, data, reply=reply)]
    assert extension.send(reply) == msgspec.json.encode(reply) + b"\n"
    assert extension.state is State.ANSWERED


def test_a_question_past_the_limit_is_answered_too() -> None:
    _, heard = ask(b"x" * 10_001)
    error = ErrorObject(-32700, "Parse error: a question of more than 10000 bytes")
    assert heard == [Fault(error.message, b"x" * 200, reply=Refused(id=None, error=error))]


@pytest.mark.rule("R-S5")
def test_no_question_at_all_is_answered_as_well() -> None:
    error = ErrorObject(-32700, "Parse error: no question")
    extension, heard = ask(b"")
    assert heard == [Fault(error.message, b"", reply=Refused(id=None, error=error))]
    extension.send(Refused(id=None, error=error))
    assert list(extension.messages()) == []


def test_an_extension_answers_once() -> None:
    extension, _ = ask(question())
    extension.send(CommandValidated(id=1, result=Judgement("allow")))
    with pytest.raises(LocalProtocolError, match="^failed while ANSWERED$"):
        extension.send(Failed(id=1, error=ErrorObject(-32603, "oh")))
