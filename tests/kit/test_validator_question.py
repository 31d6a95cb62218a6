"""A command line put to an extension's validators: the question, and answers that are none."""

import sys

import pytest

from kit.faults import plain
from wicket.kit.extension_calls import Caller
from wicket.kit.extension_offers import NoSuchOffer
from wicket.kit.extension_target import Target, by_command


def answering(*lines: str) -> Target:
    """One that answers the first thing it is told with these lines."""
    said = "".join(f"print({line!r}, flush=True)\n" for line in lines)
    return by_command([sys.executable, "-S", "-c", f"import sys\nsys.stdin.readline()\n{said}sys.stdin.read()\n"])


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("", "an empty line is no command"),
        ("echo 'x", "is no command line: No closing quotation"),
        ("ls", "honest_zot|python3?.* answers no `validateCommand`; has it a validator?"),
    ],
)
def test_a_question_that_cannot_be_answered_is_said(line: str, sentence: str) -> None:
    with Caller(plain("honest_zot")) as caller, pytest.raises(NoSuchOffer, match=sentence):
        caller.validate(line, {})


def test_an_answer_that_is_no_judgement_is_said() -> None:
    answer = '{"jsonrpc":"2.0","id":1,"result":"fine"}'
    sentence = "answers `validateCommand` with no judgement; let it give a `status`$"
    with Caller(answering(answer)) as caller, pytest.raises(NoSuchOffer, match=sentence):
        caller.validate("ls", {})


def test_a_refusal_is_quoted() -> None:
    refusal = '{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no such method"}}'
    with Caller(answering(refusal)) as caller, pytest.raises(NoSuchOffer, match="commands: -32601: no such method$"):
        caller.validate("ls", {})
