"""What can be said on gevals' wire."""

import msgspec
import pytest

from wicket.wire.gevals.messages import (
    Agent,
    Context,
    Execute,
    Initialize,
    Log,
    LogEntry,
    Manifest,
    Operation,
    Outcome,
    Requirement,
    Settings,
    Shutdown,
    Step,
    Stopped,
)


@pytest.mark.rule("G-H3")
@pytest.mark.parametrize(
    ("settings", "written"),
    [
        (Settings("0.0.1"), b'{"protocolVersion":"0.0.1"}'),
        (Settings("0.0.1", {}), b'{"protocolVersion":"0.0.1","config":{}}'),
        (Settings("0.0.1", {"a": [1, {"b": None}]}), b'{"protocolVersion":"0.0.1","config":{"a":[1,{"b":null}]}}'),
    ],
)
def test_a_config_is_passed_verbatim_and_left_out_when_there_is_none(settings: Settings, written: bytes) -> None:
    assert msgspec.json.encode(Initialize(id=1, params=settings)) == (
        b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":' + written + b"}"
    )


def test_a_context_says_only_what_it_knows() -> None:
    bare = Execute(id=2, params=Step(operation="x", args={}, context=Context("/t", "setup")))
    assert msgspec.json.encode(bare) == (
        b'{"jsonrpc":"2.0","id":2,"method":"execute","params":{"operation":"x","args":{},'
        b'"context":{"workdir":"/t","phase":"setup"}}}'
    )
    full = Context("/t", "verify", {"A": "b"}, "5m", Agent("do", "done"))
    assert msgspec.json.encode(full) == (
        b'{"workdir":"/t","phase":"verify","env":{"A":"b"},"timeout":"5m","agent":{"prompt":"do","output":"done"}}'
    )


def test_a_manifest_leaves_out_what_it_does_not_say() -> None:
    manifest = Manifest(name="k", version="1.0.0", protocol_version="0.0.1", operations={"x": Operation(params={})})
    assert msgspec.json.encode(manifest) == (
        b'{"name":"k","version":"1.0.0","protocolVersion":"0.0.1","operations":{"x":{"params":{}}}}'
    )
    assert msgspec.json.encode(Requirement("kubectl")) == b'{"command":"kubectl"}'


def test_an_outcome_leaves_out_what_it_does_not_say() -> None:
    assert msgspec.json.encode(Outcome(True)) == b'{"success":true}'
    assert msgspec.json.encode(Outcome(False, "m", "e", {"k": "v"})) == (
        b'{"success":false,"message":"m","error":"e","outputs":{"k":"v"}}'
    )


def test_goodbye_and_its_answer_carry_empty_objects() -> None:
    assert msgspec.json.encode(Shutdown(id=3)) == b'{"jsonrpc":"2.0","id":3,"method":"shutdown","params":{}}'
    assert msgspec.json.encode(Stopped(id=3)) == b'{"jsonrpc":"2.0","id":3,"result":{}}'


def test_a_log_entry_has_data_only_if_there_is_some() -> None:
    assert msgspec.json.encode(Log(params=LogEntry("info", "hi"))) == (
        b'{"jsonrpc":"2.0","method":"log","params":{"level":"info","message":"hi"}}'
    )
