"""Questions for validators and their opinions arrive as they were sent."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from wicket.gateway.judge_validator_messages import opinion, question, read_opinion, read_question
from wicket.host.runok_validators import Failure, Opinion, Question, Validator
from wicket.wire.runok.messages import Subject


def sent(said: Any) -> Any:
    return json.loads(json.dumps(said))


@pytest.mark.parametrize("names", [None, frozenset[str](), frozenset({"A", "B"})])
def test_a_question(names: frozenset[str] | None) -> None:
    validator = Validator("Guard", "./guard 'a b'", Path("/x"), 2.5, names)
    subject = Subject(
        command="rm", flags={"r": "", "x": "1"}, args=("a", "\udcff"), raw_command_line="rm", env={"A": "b"}, cwd="/"
    )
    asked = Question(validator, subject)
    for text in ("rm", "another"):
        read = read_question(sent(question(asked, text)), text)
        assert read == asked
        assert read.identity == asked.identity
    assert "a long text" not in repr(question(replace(asked, "a long text"), "a long text"))


def replace(asked: Question, text: str) -> Question:
    return Question(asked.validator, msgspec.structs.replace(asked.subject, raw_command_line=text))


@pytest.mark.parametrize(
    "heard",
    [
        Opinion("Guard", "allow"),
        Opinion("Guard", "deny", "no", "mv"),
        Opinion("Guard", "ask", "late", failure=Failure.TIMEOUT, cause="timeout after 5s"),
    ],
)
def test_an_opinion(heard: Opinion) -> None:
    assert read_opinion(sent(opinion(heard))) == heard
