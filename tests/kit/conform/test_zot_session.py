"""A conversation with a zot extension from the host's side."""

import pytest

from kit.faults import PATIENCE_S, plain
from wicket.kit.conform.extension_under_test import Trial
from wicket.kit.conform.statement import Skipped
from wicket.kit.conform.zot_call_statements import demanding
from wicket.kit.conform.zot_session import UNKNOWN, greeted, harmless, opened
from wicket.kit.extension_target import by_command


def test_a_session_knows_what_was_registered_and_asks() -> None:
    with opened(Trial(plain("honest_zot"), "zot", PATIENCE_S)) as session:
        assert demanding(session) == [("echo", "text")]
        assert session.intercepted == ["tool_call", "assistant_message"]
        assert session.subscribed("events") == ["turn_end"]
        assert session.ask("command_invoked", name="echo", args="hi") == {
            "type": "command_response",
            "id": "conform-1",
            "action": "display",
            "display": "hi",
        }
        assert session.alive()


def test_without_a_greeting_there_is_no_session() -> None:
    trial = Trial(by_command(["true"]), "zot", PATIENCE_S)
    for _ in range(2):  # the second time it is known
        with pytest.raises(Skipped, match="it says no `hello`"), greeted(trial):
            pass


def test_an_extension_that_is_never_ready_is_waited_for_once() -> None:
    script = """echo '{"type":"hello"}'; echo '{"type":"register_command","name":"x"}'; cat >&2"""
    trial = Trial(by_command(["sh", "-c", script]), "zot", 0.5)
    for _ in range(2):
        with greeted(trial) as session:
            assert [frame["type"] for frame in session.greeting] == ["hello", "register_command"]
        assert (trial.unready, trial.waits) == (True, False)


def test_an_extension_that_waits_for_the_acknowledgement_gets_it(tmp_path: object) -> None:
    script = """echo '{"type":"hello"}'; read x; echo '{"type":"ready"}'; cat >&2"""
    with greeted(Trial(by_command(["sh", "-c", script]), "zot", PATIENCE_S)) as session:
        assert [frame["type"] for frame in session.greeting] == ["hello", "ready"]
        with pytest.raises(Skipped, match="so it answers nothing"):
            session.fence()


def test_guards_are_told_of_nothing_that_matters() -> None:
    assert harmless("tool_call")["tool_name"] == UNKNOWN
    assert harmless("new_event") == {"event": "new_event"}
