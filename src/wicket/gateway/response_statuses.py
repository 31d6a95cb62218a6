"""What a requester is told: the outcome, or why there is none. Four statuses, never a fifth."""

from typing import cast

from msgspec import UNSET

from wicket.gateway.approval_queue import Closed, Denied, Expired, Withdrawn
from wicket.gateway.pipeline_execution import Outcome
from wicket.wire.sudo_proxy.messages import Response, Stage

__all__ = ["SHUTTING_DOWN", "answer", "refusal"]

SHUTTING_DOWN = "the gateway is shutting down; ask again when it is back"


def refusal(id: str, decision: Denied | Expired | Withdrawn | Closed | str) -> Response:
    """Say that nothing was run. Text in a decision's place is why it could not be."""
    match decision:
        case Denied(_, _, because):
            return Response(id=id, status="denied", message=because)
        case Expired():
            return Response(id=id, status="timeout")
        case Withdrawn():
            return Response(id=id, status="error", message="withdrawn")
        case Closed():
            return Response(id=id, status="error", message=SHUTTING_DOWN)
        case str():
            return Response(id=id, status="error", message=decision)


def answer(id: str, outcome: Outcome, failure: str) -> Response:
    """Say what came of it. With a `failure` it is an error, which carries what was said until then all the same."""
    # The wire spells every kind of bytes alike.
    stages = tuple(
        Stage(stage.exit_code, cast("bytes", stage.stderr), stage.stderr_truncated, stage.signal)
        for stage in outcome.stages
    )
    return Response(
        id=id,
        status="error" if failure else "ok",
        stages=stages,
        stdout=cast("bytes", outcome.stdout) if stages else UNSET,
        stdout_truncated=outcome.stdout_truncated,
        message=failure,
    )
