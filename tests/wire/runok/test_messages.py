"""What can be said on runok's wire."""

import msgspec
import pytest

from wicket.wire.runok.messages import CommandValidated, Judgement, Subject, ValidateCommand


@pytest.mark.rule("R-H11")
@pytest.mark.parametrize(
    ("status", "decision"),
    [("allow", "allow"), ("deny", "deny"), ("ask", "ask"), ("ALLOW", "ask"), ("permit", "ask"), ("", "ask")],
)
def test_a_status_that_nobody_knows_asks_and_keeps_its_message(status: str, decision: str) -> None:
    judgement = msgspec.json.decode(msgspec.json.encode({"status": status, "message": "why"}), type=Judgement)
    assert (judgement.decision, judgement.message) == (decision, "why")


def test_a_question_is_written_with_all_of_its_fields() -> None:
    question = ValidateCommand(params=Subject(command="ls", raw_command_line="ls"))
    assert msgspec.json.encode(question) == (
        b'{"jsonrpc":"2.0","id":1,"method":"validateCommand","params":{"command":"ls","flags":{},"args":[],'
        b'"raw_command_line":"ls","env":{},"cwd":""}}'
    )


def test_an_answer_leaves_out_what_it_does_not_say() -> None:
    answer = CommandValidated(id="x", result=Judgement("deny", fix_suggestion="ls"))
    assert msgspec.json.encode(answer) == (
        b'{"jsonrpc":"2.0","id":"x","result":{"status":"deny","fix_suggestion":"ls"}}'
    )
