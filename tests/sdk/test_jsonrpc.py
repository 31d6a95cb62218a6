"""The envelope is read, and refused, exactly as our hosts' own connections do it."""

from typing import Any

import msgspec
import pytest

from wicket.sdk import json_codec, jsonrpc
from wicket.sdk.gevals_operations_server import REQUIRED as STEP_REQUIRED
from wicket.sdk.gevals_operations_server import SETTINGS, STEP
from wicket.sdk.runok_validator_server import FIELDS, REQUIRED
from wicket.wire import jsonrpc as wire
from wicket.wire.gevals.messages import Settings, Step
from wicket.wire.runok.messages import Subject

LINES = [
    b"x",
    b"[]",
    b"7",
    b"{}",
    b'{"jsonrpc":"2.0"}',
    b'{"jsonrpc":"1.0","method":"a"}',
    b'{"jsonrpc":"2.0","method":7}',
    b'{"jsonrpc":"2.0","id":1.5,"method":"a"}',
    b'{"jsonrpc":"2.0","id":true,"method":"a"}',
    b'{"id":3,"method":"a"}',
    b'{"jsonrpc":"2.0","id":"x","method":"a"}',
    b'{"jsonrpc":"2.0","id":null,"method":"a","params":[1]}',
    b'{"jsonrpc":"2.0","id":1,"result":{}}',
    b'{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"m"}}',
    b"[" * 100_000,
]

SUBJECT: dict[str, Any] = {"command": "c", "raw_command_line": "c"}
CONTEXT: dict[str, Any] = {"workdir": "/"}
SUBJECTS: list[Any] = [
    SUBJECT,
    {},
    [],
    None,
    {"command": "c"},
    {**SUBJECT, "command": 7},
    {**SUBJECT, "flags": []},
    {**SUBJECT, "flags": {"a": 1}},
    {**SUBJECT, "args": "x"},
    {**SUBJECT, "args": ["x", None]},
    {**SUBJECT, "env": {"a": True}},
    {**SUBJECT, "cwd": 1.5},
    {**SUBJECT, "more": 1},
]
SETTING: list[Any] = [{}, {"protocolVersion": 1}, {"config": 1}, {"config": None}, {"config": {"a": 1}}, "x"]
CONTEXTS: list[Any] = [
    CONTEXT,
    {},
    3,
    None,
    {"workdir": 1},
    {**CONTEXT, "env": 3},
    {**CONTEXT, "env": {"a": 3.0}},
    {**CONTEXT, "agent": True},
    {**CONTEXT, "agent": {"prompt": None}},
    {**CONTEXT, "timeout": None},
]
STEPS: list[Any] = [
    *({"operation": "a", "context": context} for context in CONTEXTS),
    {"operation": 1, "context": CONTEXT},
    {"operation": "a", "context": CONTEXT, "args": 3},
    {"operation": "a", "context": CONTEXT, "args": None},
    {"operation": "a"},
    {"context": CONTEXT},
]
PARAMS: list[tuple[type[msgspec.Struct], tuple[str, ...], Any, Any]] = [
    *((Subject, REQUIRED, FIELDS, params) for params in SUBJECTS),
    *((Settings, (), SETTINGS, params) for params in SETTING),
    *((Step, STEP_REQUIRED, STEP, params) for params in STEPS),
]


@pytest.mark.parametrize("line", LINES, ids=lambda line: line[:40].decode())
def test_a_line_is_taken_for_what_the_hosts_take_it_for(line: bytes) -> None:
    ours, theirs = jsonrpc.read(line), wire.read(line)
    match theirs:
        case wire.Call(method, params, id):
            assert isinstance(ours, jsonrpc.Call)
            assert (ours.method, ours.id) == (method, id)
            assert (ours.params is jsonrpc.ABSENT) == isinstance(params, msgspec.UnsetType)
        case wire.Answer(id):
            assert isinstance(ours, jsonrpc.Answer)
            assert ours.id == id
        case wire.Invalid(error, id, unparsed):
            assert isinstance(ours, jsonrpc.Unreadable)
            assert (ours.code, ours.message, ours.id, ours.unparsed) == (error.code, error.message, id, unparsed)


@pytest.mark.parametrize(("kind", "required", "fields", "params"), PARAMS)
def test_params_fit_or_are_refused_as_the_hosts_would(
    kind: type[msgspec.Struct], required: tuple[str, ...], fields: Any, params: Any
) -> None:
    theirs = wire.fit(params, kind)
    if isinstance(theirs, wire.ErrorObject):
        with pytest.raises(jsonrpc.Rejected) as caught:
            jsonrpc.fit(params, required, fields)
        assert (caught.value.code, caught.value.message) == (theirs.code, theirs.message)
    else:
        jsonrpc.fit(params, required, fields)


def test_answers_have_a_result_or_an_error() -> None:
    assert json_codec.encode(jsonrpc.result("a", {})) == b'{"jsonrpc":"2.0","id":"a","result":{}}'
    assert json_codec.encode(jsonrpc.failure(None, -1, "m")) == (
        b'{"jsonrpc":"2.0","id":null,"error":{"code":-1,"message":"m"}}'
    )
