"""The JSON-RPC envelope, and both directions in which it can be wrong."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET

from wicket.wire.jsonrpc import (
    INVALID_PARAMS,
    INVALID_REQUEST,
    PARSE_ERROR,
    Answer,
    Call,
    ErrorObject,
    Invalid,
    Refused,
    fit,
    read,
)


class Pair(msgspec.Struct, frozen=True, rename="camel"):
    first_part: str
    second: int = 0


@pytest.mark.parametrize(
    ("line", "meaning"),
    [
        (b'{"jsonrpc":"2.0","id":1,"method":"m","params":{"a":1}}', Call("m", {"a": 1}, 1)),
        (b'{"jsonrpc":"2.0","id":"x","method":"m"}', Call("m", UNSET, "x")),
        (b'{"jsonrpc":"2.0","method":"log","params":null}', Call("log", None, None)),
        (b'{"jsonrpc":"2.0","id":null,"method":"m"}', Call("m", UNSET, None)),
        (b'{"jsonrpc":"2.0","id":1,"result":{"x":[]}}', Answer(1, {"x": []})),
        (b'{"jsonrpc":"2.0","id":1,"result":null}', Answer(1, None)),
        (b'{"jsonrpc":"2.0","id":1,"error":{"code":-1,"message":"no"}}', Answer(1, error=ErrorObject(-1, "no"))),
        (
            b'{"jsonrpc":"2.0","id":1,"result":null,"error":{"code":-1,"message":"no","data":[1]}}',
            Answer(1, error=ErrorObject(-1, "no", [1])),
        ),
        (b'{"jsonrpc":"2.0","id":null,"error":{"code":-1,"message":"no"}}', Answer(None, error=ErrorObject(-1, "no"))),
        (b'{"jsonrpc":"2.0","id":1,"result":{},"error":null}', Answer(1, {})),
        (b'  {"jsonrpc":"2.0","id":1,"result":{}}\r', Answer(1, {})),
    ],
)
def test_a_line_is_a_call_or_an_answer(line: bytes, meaning: Call | Answer) -> None:
    assert read(line) == meaning


@pytest.mark.parametrize(
    ("line", "code", "id", "message"),
    [
        (b"nulx", PARSE_ERROR, None, "Parse error: JSON is malformed: invalid character (byte 4)"),
        (b"", PARSE_ERROR, None, "Parse error: Input data was truncated"),
        (b'{"jsonrpc":"2.0","id":1', PARSE_ERROR, None, "Parse error: Input data was truncated"),
        (b"{} {}", PARSE_ERROR, None, "Parse error: JSON is malformed: trailing characters (byte 4)"),
        (b"[1,2]", INVALID_REQUEST, None, "Invalid request: a message is one JSON object"),
        (b'"text"', INVALID_REQUEST, None, "Invalid request: a message is one JSON object"),
        (b"{}", INVALID_REQUEST, None, "Invalid request: 'jsonrpc' must be \"2.0\""),
        (b'{"id":7,"method":"m"}', INVALID_REQUEST, 7, "Invalid request: 'jsonrpc' must be \"2.0\""),
        (b'{"jsonrpc":"1.0","id":7}', INVALID_REQUEST, 7, "Invalid request: 'jsonrpc' must be \"2.0\""),
        (b'{"jsonrpc":"2.0","id":7}', INVALID_REQUEST, 7, "Invalid request: no 'method', 'result' or 'error'"),
        (b'{"jsonrpc":"2.0","id":7,"method":1}', INVALID_REQUEST, 7, "Invalid request: 'method' must be a string"),
        (b'{"jsonrpc":"2.0","id":true}', INVALID_REQUEST, None, "Invalid request: 'id' must be an integer or a string"),
        (b'{"jsonrpc":"2.0","id":1.5}', INVALID_REQUEST, None, "Invalid request: 'id' must be an integer or a string"),
        (b'{"jsonrpc":"2.0","id":{}}', INVALID_REQUEST, None, "Invalid request: 'id' must be an integer or a string"),
        (
            b'{"jsonrpc":"2.0","id":"' + b"x" * 201 + b'"}',
            INVALID_REQUEST,
            None,
            "Invalid request: 'id' is longer than 200 characters",
        ),
        (
            b'{"jsonrpc":"2.0","id":7,"error":"no"}',
            INVALID_REQUEST,
            7,
            "Invalid request: 'error' is none: Expected `object`, got `str`",
        ),
    ],
)
def test_a_line_that_is_neither_gets_the_error_to_answer_with(
    line: bytes, code: int, id: int | None, message: str
) -> None:
    unparsed = not line.startswith(b"{") or code == PARSE_ERROR
    assert read(line) == Invalid(ErrorObject(code, message), id, unparsed)


@pytest.mark.parametrize(
    "line",
    [
        pytest.param(b'{"jsonrpc":"2.0","id":"\xff"}', id="not-utf8"),
        pytest.param(b'\xef\xbb\xbf{"jsonrpc":"2.0"}', id="byte-order-mark"),
        pytest.param(b'{"x":' * 100_000, id="too-deep"),
        pytest.param(b'{"x":NaN}', id="nan"),
        pytest.param(b'{"x":1e999}', id="infinite"),
        pytest.param(b'{"x":"\\ud800"}', id="lone-surrogate"),
    ],
)
def test_hostile_input_is_a_parse_error(line: bytes) -> None:
    meaning = read(line)
    assert isinstance(meaning, Invalid)
    assert (meaning.error.code, meaning.id) == (PARSE_ERROR, None)


@given(st.binary(max_size=200))
def test_reading_never_raises(line: bytes) -> None:
    assert isinstance(read(line), Call | Answer | Invalid)


@pytest.mark.parametrize(
    ("params", "fitted"),
    [
        ({"firstPart": "a", "second": 2, "other": 3}, Pair("a", 2)),
        ({"firstPart": "a"}, Pair("a", 0)),
        ({"second": 2}, ErrorObject(INVALID_REQUEST, "Invalid request: missing required field 'firstPart'")),
        ([], ErrorObject(INVALID_REQUEST, "Invalid request: 'params' must be an object")),
        (UNSET, ErrorObject(INVALID_REQUEST, "Invalid request: 'params' must be an object")),
        (
            {"firstPart": 1},
            ErrorObject(INVALID_PARAMS, "Invalid params: Expected `str`, got `int` - at `$.firstPart`"),
        ),
    ],
)
def test_params_fit_their_kind_or_get_the_code_to_refuse_them_with(params: object, fitted: Pair | ErrorObject) -> None:
    assert fit(params, Pair) == fitted


def test_a_failure_is_written_with_its_version_first() -> None:
    refused = Refused(id=None, error=ErrorObject(PARSE_ERROR, "Parse error"))
    assert msgspec.json.encode(refused) == (
        b'{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}'
    )
