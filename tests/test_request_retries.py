"""The rules of trying again; `test_client.py` plays them against daemons."""

from pathlib import Path

import pytest

from wicket.request_retries import Attempts, BadRequest, Misunderstood, Unreachable
from wicket.wire.sudo_proxy.messages import Request, Response

ASKED = Request(id="1", pipeline=(("true",),))


def test_every_attempt_says_the_same() -> None:
    attempts = iter(Attempts(ASKED))
    assert next(attempts).line == next(attempts).line


def test_an_answer_comes_in_pieces_and_an_end_ends() -> None:
    attempt = next(iter(Attempts(ASKED)))
    for piece in (b'{"id":"1","sta', b'tus":"denied"}', b"\n"):
        assert (attempt.response, attempt.ended) == (None, False)
        attempt.receive(piece)
    assert attempt.response == Response(id="1", status="denied")
    other = next(iter(Attempts(ASKED)))
    other.receive(b"")
    assert (other.response, other.ended) == (None, True)


def test_nonsense_is_misunderstood() -> None:
    with pytest.raises(Misunderstood, match="unreadable"):
        next(iter(Attempts(ASKED))).receive(b"nonsense\n")


def test_what_may_not_be_said_is_a_bad_request() -> None:
    with pytest.raises(BadRequest, match="pipeline must not be empty"):
        next(iter(Attempts(Request(id="1"))))


def test_a_missing_socket_is_unreachable_at_first_and_waited_for_later() -> None:
    attempts = Attempts(ASKED)
    tries = iter(attempts)
    next(tries)
    with pytest.raises(Unreachable, match="no gateway at s: gone"), attempts.tolerant(Path("s")):
        raise FileNotFoundError(2, "Gone")
    next(tries)
    with attempts.tolerant(Path("s")):
        raise FileNotFoundError(2, "Gone")


def test_one_that_hangs_up_after_a_while_has_ended_and_one_that_does_so_again_and_again_has_not() -> None:
    attempts = Attempts(ASKED)
    tries = iter(attempts)
    next(tries)
    assert str(attempts.unanswered(Path("s"))).startswith("the gateway at s ended before it answered; ")
    next(tries)
    assert str(attempts.unanswered(Path("s"))) == (
        "the gateway at s closed the connection without an answer; see its log, and whom it serves"
    )


def test_one_that_was_asked_and_does_not_come_back_may_have_run_it(monkeypatch: pytest.MonkeyPatch) -> None:
    attempts = Attempts(ASKED)
    tries = iter(attempts)
    next(tries)
    next(tries)
    monkeypatch.setattr("wicket.request_retries.RETRY_S", 0.0)
    with pytest.raises(Misunderstood, match="the gateway at s ended before it answered"), attempts.tolerant(Path("s")):
        raise FileNotFoundError(2, "Gone")
