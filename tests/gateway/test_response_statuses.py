"""What a requester is told in each case."""

import pytest
from msgspec import UNSET

from wicket.gateway.approval_queue import Closed, Denied, Expired, Withdrawn
from wicket.gateway.pipeline_execution import EndedStage, Outcome
from wicket.gateway.response_statuses import SHUTTING_DOWN, answer, refusal
from wicket.wire.sudo_proxy.messages import Response, Stage

OUTCOME = Outcome((EndedStage(143, 15, b"err", True),), b"out", True, 1.0, "digest")


@pytest.mark.parametrize(
    ("decision", "response"),
    [
        (Denied("me", "terminal", "no"), Response(id="1", status="denied", message="no")),
        (Denied("me", "terminal"), Response(id="1", status="denied")),
        (Expired(600), Response(id="1", status="timeout")),
        (Withdrawn(), Response(id="1", status="error", message="withdrawn")),
        (Closed(), Response(id="1", status="error", message=SHUTTING_DOWN)),
        ("because", Response(id="1", status="error", message="because")),
    ],
    ids=str,
)
def test_a_refusal_has_no_output(decision: Denied | Expired | Withdrawn | Closed | str, response: Response) -> None:
    assert refusal("1", decision) == response


@pytest.mark.rule("P-D52")
def test_an_outcome_is_told_as_it_was() -> None:
    stages = (Stage(143, b"err", True, 15),)
    told = Response(id="1", status="ok", stages=stages, stdout=b"out", stdout_truncated=True)
    assert answer("1", OUTCOME, "") == told
    assert answer("1", OUTCOME, "timed out").status == "error"
    assert answer("1", OUTCOME, "timed out").stdout == b"out"


def test_what_never_started_has_no_output() -> None:
    assert answer("1", Outcome((), b"", False, 0.0, "", "no password"), "no password").stdout is UNSET
