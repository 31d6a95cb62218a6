"""A session from the host's side."""

from typing import Any

import pytest

from kit.faults import PATIENCE_S, plain
from wicket.kit.conform.extension_under_test import Trial
from wicket.kit.conform.gevals_call_statements import demanding
from wicket.kit.conform.gevals_session import UNKNOWN, Session, execute, initialize, is_answer, opened
from wicket.kit.conform.statement import Skipped
from wicket.kit.extension_target import by_command


def test_a_session_knows_what_is_offered_and_asks() -> None:
    with opened(Trial(plain("honest_gevals"), "gevals", PATIENCE_S)) as session:
        assert session.manifest["name"] == "honest"
        assert demanding(session) == ("greet", "name")
        assert session.ask(execute(2)) == {
            "jsonrpc": "2.0",
            "id": 2,
            "error": {"code": -32601, "message": f"Unknown operation: {UNKNOWN}"},
        }


def test_without_a_manifest_there_is_no_session() -> None:
    with pytest.raises(Skipped, match="gives no manifest"), opened(Trial(by_command(["true"]), "gevals")):
        pass


@pytest.mark.parametrize(
    "operations", [None, [], {"a": None}, {"a": {"params": True}}, {"a": {"params": {"required": [1]}}}]
)
def test_a_manifest_that_is_odd_offers_nothing_to_be_tried(operations: object) -> None:
    with Trial(by_command(["true"]), "gevals").talk() as talk:
        session = Session(talk, {"operations": operations}, 1.0)
        with pytest.raises(Skipped, match="no operation has a required argument"):
            assert demanding(session)


def test_requests_and_answers_are_told_apart() -> None:
    assert initialize(version=None)["params"] == {}
    frames: list[dict[str, Any]] = [{"id": 1, "result": None}, {"error": {}}, {"method": "log"}, {"id": 1}]
    assert [is_answer(frame) for frame in frames] == [True, True, False, False]
