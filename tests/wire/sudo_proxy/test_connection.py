"""The conversation over the gateway's socket, end to end and without I/O."""

import tracemalloc

import msgspec
import pytest

from wicket.wire import sudo_proxy
from wicket.wire.errors import Fault, LocalProtocolError, RemoteProtocolError
from wicket.wire.sudo_proxy.connection import MAX_REQUEST_BYTES, Client, Daemon, State
from wicket.wire.sudo_proxy.messages import FromClient, FromDaemon, Request, Response, Stage

REQUEST = Request(id="1", time="2026-02-13T14:30:00Z", pipeline=(("ls",),))
LINE = msgspec.json.encode(REQUEST)
FRESH = "a-fresh-id"


def daemon() -> Daemon:
    return sudo_proxy.daemon("9.1", lambda: FRESH)


def asking_client() -> Client:
    client = sudo_proxy.client("9.0")
    client.send(REQUEST)
    return client


def hears(data: bytes, *, ends: bool = False) -> list[FromClient | Fault[FromDaemon]]:
    end = daemon()
    end.receive(data)
    if ends:
        end.receive_eof()
    return list(end.messages())


def error(message: str, id: str = "") -> Response:
    return Response(id=id, status="error", message=message)


def refused(data: bytes, message: str, id: str = "") -> list[FromClient | Fault[FromDaemon]]:
    return [Fault(message, data, reply=error(message, id))]


# ── The daemon ───────────────────────────────────────────────────────────────


@pytest.mark.rule("P-D7")
def test_a_request_may_be_a_mebibyte_long_with_its_newline_and_not_a_byte_longer() -> None:
    longest = b'{"pipeline":[["x"]],"pad":"'
    longest += b"p" * (MAX_REQUEST_BYTES - len(longest) - 3) + b'"}\n'
    assert len(longest) == 1_048_576
    assert hears(longest) == [Request(id=FRESH, pipeline=(("x",),))]
    assert hears(b" " + longest) == refused((b" " + longest)[:200], "read error: request exceeds maximum size")


@pytest.mark.rule("P-D7")
def test_a_hundred_megabytes_cost_no_more_than_a_request() -> None:
    end = daemon()
    tracemalloc.start()
    for _ in range(1600):
        end.receive(b"x" * 65536)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 3 * MAX_REQUEST_BYTES
    assert list(end.messages()) == refused(b"x" * 200, "read error: request exceeds maximum size")


@pytest.mark.rule("P-D8")
def test_a_request_without_its_newline_is_told_so() -> None:
    for data in (LINE, b"x", b'{"pipeline":'):
        assert hears(data, ends=True) == refused(b"", "read error: request missing trailing newline")


def test_a_client_that_says_nothing_is_told_nothing() -> None:
    end = daemon()
    end.receive_eof()
    assert list(end.messages()) == []
    assert end.state is State.CONNECTED


def test_a_client_may_stop_sending_while_it_waits() -> None:
    end = daemon()
    end.receive(LINE + b"\n")
    assert list(end.messages()) == [REQUEST]
    end.receive_eof()
    assert list(end.messages()) == []
    assert end.send(error("no", "1")) == b'{"id":"1","status":"error","message":"no","version":"9.1"}\n'


@pytest.mark.rule("P-D10")
def test_nothing_after_the_first_line_is_looked_at() -> None:
    assert hears(LINE + b"\n" + LINE.replace(b"ls", b"rm") + b"\n") == [REQUEST]
    assert hears(LINE + b"\ngarbage\n" + b"x" * 10, ends=True) == [REQUEST]
    assert hears(LINE + b"\n" + b"x" * MAX_REQUEST_BYTES) == [REQUEST]
    assert hears(b"garbage\n" + LINE + b"\n") == refused(
        b"garbage", "invalid JSON: JSON is malformed: invalid character (byte 0)"
    )


@pytest.mark.rule("P-D12")
@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"", "Input data was truncated"),
        (b"{", "Input data was truncated"),
        (b"ls -l", "JSON is malformed: invalid character (byte 0)"),
        (b"[]", "Expected `object`, got `array`"),
    ],
)
def test_malformed_json_is_told_so_without_an_id(line: bytes, reason: str) -> None:
    assert hears(line + b"\n") == refused(line, f"invalid JSON: {reason}")


@pytest.mark.rule("P-D13")
@pytest.mark.parametrize(
    "line",
    [
        pytest.param(b'{"pipeline":[["\\ud800"]]}', id="lone-surrogate"),
        pytest.param(b'{"pipeline":[["a"]],"pipeline":[["b"]]}', id="duplicate-key"),
        pytest.param(b'{"pipeline":[["a"]],"env":{"TZ":"a","TZ":"b"}}', id="duplicate-env"),
        pytest.param(b'{"pipeline":[["a"]],"x":{"y":1,"y":2}}', id="duplicate-in-unknown-field"),
        pytest.param(b'{"pipeline":[["a"]],"x":NaN}', id="nan"),
        pytest.param(b'\xef\xbb\xbf{"pipeline":[["a"]]}', id="byte-order-mark"),
        pytest.param(b'{"pipeline":[["\xff"]]}', id="not-utf8"),
        pytest.param(b'{"pipeline":[["a"]],"x":' + b"[" * 100_000 + b"]" * 100_000 + b"}", id="too-deep"),
        pytest.param(b'{"pipeline":[["a\x01"]]}', id="raw-control-character"),
    ],
)
def test_hostile_json_is_one_clean_error(line: bytes) -> None:
    (fault,) = hears(line + b"\n")
    assert isinstance(fault, Fault)
    assert fault.reason.startswith("invalid JSON: ")
    assert fault.reply == error(fault.reason)


@pytest.mark.rule("P-D14")
@pytest.mark.parametrize(
    ("field", "reason"),
    [
        (b'"privileged":1', "Expected `bool`, got `int` - at `$.privileged`"),
        (b'"pipeline":"ls"', "Expected `array`, got `str` - at `$.pipeline`"),
        (b'"pipeline":[["ls",1]]', "Expected `str`, got `int` - at `$.pipeline[0][1]`"),
        (b'"env":{"A":1}', "Expected `str`, got `int` - at `$.env[...]`"),
        (b'"id":null', "Expected `str`, got `null` - at `$.id`"),
        (b'"action":"restart"', "Invalid enum value 'restart' - at `$.action`"),
    ],
)
def test_wrong_types_are_told_apart(field: bytes, reason: str) -> None:
    line = b"{" + field + b"}"
    assert hears(line + b"\n") == refused(line, f"invalid JSON: {reason}")


@pytest.mark.rule("P-D15")
def test_unknown_fields_are_ignored() -> None:
    assert hears(LINE[:-1] + b',"colour":{"red":[1,' + b"9" * 5000 + b"]}}\n") == [REQUEST]


@pytest.mark.rule("P-D16")
@pytest.mark.parametrize("data", [LINE, b"garbage", b"{}"])
def test_every_response_carries_the_version(data: bytes) -> None:
    end = daemon()
    end.receive(data + b"\n")
    (heard,) = end.messages()
    response = heard.reply if isinstance(heard, Fault) else Response(id="1", status="denied")
    assert response is not None
    assert msgspec.json.decode(end.send(response))["version"] == "9.1"


@pytest.mark.rule("P-D17")
def test_no_pipeline_is_told_in_the_words_that_clients_know() -> None:
    for line in (b"{}", b'{"pipeline":[]}'):
        assert hears(line + b"\n") == refused(line, "pipeline must not be empty", FRESH)


@pytest.mark.rule("P-D18")
def test_an_empty_stage_is_told_by_its_index() -> None:
    line = b'{"id":"7","pipeline":[["a"],[],["b"]]}'
    assert hears(line + b"\n") == refused(line, "pipeline stage 1 must not be empty", "7")


@pytest.mark.rule("P-D29")
def test_an_agent_for_root_is_refused_before_the_time_is_looked_at() -> None:
    line = b'{"id":"7","pipeline":[["a"]],"forward_agent":true,"time":"never"}'
    assert hears(line + b"\n") == refused(line, "forward_agent is only allowed for unprivileged commands", "7")


def test_a_request_without_an_id_gets_a_fresh_one_and_an_empty_one_stays_empty() -> None:
    assert hears(b'{"pipeline":[["a"]]}\n') == [Request(id=FRESH, pipeline=(("a",),))]
    assert hears(b'{"id":"","pipeline":[["a"]]}\n') == [Request(id="", pipeline=(("a",),))]


def test_a_response_answers_the_request_or_reports_an_error_without_an_id() -> None:
    end = daemon()
    end.receive(LINE + b"\n")
    list(end.messages())
    with pytest.raises(LocalProtocolError, match="^a response to '2', which nobody asked for$"):
        end.send(Response(id="2", status="denied"))
    assert end.send(Response(id="1", status="denied")) == b'{"id":"1","status":"denied","version":"9.1"}\n'
    with pytest.raises(LocalProtocolError, match="^response while ANSWERED$"):
        end.send(Response(id="1", status="denied"))
    assert (
        daemon().send(error("server busy")) == b'{"id":"","status":"error","message":"server busy","version":"9.1"}\n'
    )


# ── The client ───────────────────────────────────────────────────────────────


def answers(line: bytes) -> list[FromDaemon | Fault[FromClient]]:
    client = asking_client()
    client.receive(line + b"\n")
    return list(client.messages())


@pytest.mark.rule("P-K1")
def test_a_request_is_one_line_and_an_oversize_one_is_not_sent() -> None:
    client = sudo_proxy.client("9.0")
    with pytest.raises(LocalProtocolError, match="^request is 1048706 bytes long, and the peer takes at most 1048575$"):
        client.send(Request(id="1", pipeline=(("echo", "x" * 1_048_576),)))
    line = client.send(REQUEST)
    assert line == LINE + b"\n"


@pytest.mark.rule("P-K14")
def test_what_no_daemon_may_take_is_not_sent() -> None:
    client = sudo_proxy.client("9.0")
    for request, objection in [
        (Request(pipeline=(("ls",),), forward_agent=True), "forward_agent is only allowed for unprivileged commands"),
        (Request(), "pipeline must not be empty"),
        (Request(pipeline=(("a\nb",),)), r"pipeline\[0\]\[0\] contains forbidden control/bidi characters"),
    ]:
        with pytest.raises(LocalProtocolError, match=f"^{objection}$"):
            client.send(request)
    assert client.send(REQUEST) == LINE + b"\n"


@pytest.mark.rule("P-K7")
def test_a_response_of_two_full_streams_arrives_whole() -> None:
    full = b"\xff" * (16 * 1024 * 1024)
    response = Response(id="1", status="ok", stages=(Stage(0, full),), stdout=full)
    line = msgspec.json.encode(response)
    assert len(line) > 44_000_000
    assert answers(line) == [response]


@pytest.mark.rule("P-K11")
def test_unknown_fields_are_ignored_by_clients_too() -> None:
    line = b'{"id":"1","status":"ok","stages":[{"exit_code":1,"stderr":"","oom":true}],"stdout":"","ms":7}'
    assert answers(line) == [Response(id="1", status="ok", stages=(Stage(1, b""),), stdout=b"")]


@pytest.mark.rule("P-K11")
@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (
            b'{"id":"1","status":"deferred","version":"12.0"}',
            r"unknown status 'deferred' \(daemon version '12.0', client version '9.0'\)",
        ),
        (
            b'{"id":"1","status":"x","version":"\\u001b]0;"}',
            r"unknown status 'x' \(daemon version '\\x1b\]0;', client version '9.0'\)",
        ),
        (b'{"id":"1","status":"later"}', r"unknown status 'later' \(daemon version unknown, client version '9.0'\)"),
        (b'{"status":"ok"}', "the daemon's response is malformed: Object missing required field `id`"),
        (
            b'{"id":"1","status":"ok","stages":[{"exit_code":5000000000,"stderr":""}]}',
            r"the daemon's response is malformed: Expected `int` <= 2147483647 - at `\$.stages\[0\].exit_code`",
        ),
        (
            b'{"id":"1","status":"ok","stdout":"no base64!"}',
            r"the daemon's response is malformed: Invalid base64 encoded string - at `\$.stdout`",
        ),
        (b"hello", r"the daemon's response is unreadable: JSON is malformed: invalid character \(byte 0\)"),
        (b'{"id":"2","status":"denied"}', "a response to '2', which nobody asked for"),
    ],
)
def test_a_response_that_cannot_be_used_says_why(line: bytes, reason: str) -> None:
    with pytest.raises(RemoteProtocolError, match=f"^{reason}$"):
        answers(line)


def test_an_error_without_an_id_is_a_response() -> None:
    line = b'{"id":"","status":"error","message":"server busy: too many in-flight requests"}'
    assert answers(line) == [Response(id="", status="error", message="server busy: too many in-flight requests")]


def test_no_response_is_told_so() -> None:
    client = asking_client()
    client.receive_eof()
    with pytest.raises(RemoteProtocolError, match="^the daemon left without a response$"):
        list(client.messages())


def test_a_response_without_its_newline_counts() -> None:
    client = asking_client()
    client.receive(b'{"id":"1","status":"timeout"}')
    client.receive_eof()
    assert list(client.messages()) == [Response(id="1", status="timeout")]


def test_a_response_past_the_limit_is_given_up() -> None:
    client = sudo_proxy.client("9.0", max_response_bytes=100)
    client.receive(b"x" * 101)
    with pytest.raises(RemoteProtocolError, match="^a response of more than 100 bytes$"):
        list(client.messages())
