"""What the gateway's answer says of a request."""

from pathlib import Path

import pytest

from test_gateway_client import daemon, saying
from wicket.gateway_client import Client
from wicket.gateway_results import Result, StageResult


@pytest.mark.rule("P-K5")
@pytest.mark.rule("P-K11")
@pytest.mark.rule("P-K12")
def test_an_answer_is_taken_whole(tmp_path: Path) -> None:
    stages = [
        {"exit_code": 141, "stderr": "/w==", "signal": 13, "new": 1},
        {"exit_code": 3, "stderr": "ZQ==", "stderr_truncated": True},
    ]
    answer = saying(status="ok", stages=stages, stdout="b3V0", stdout_truncated=True, version="9", future=[])
    with daemon(tmp_path, answer) as served:
        result = Client(served.path).run(["a"])
    assert result == Result(
        id=result.id,
        status="ok",
        stdout=b"out",
        truncated=True,
        stages=(StageResult(141, b"\xff", signal=13), StageResult(3, b"e", truncated=True)),
        version="9",
    )
    assert result.exit_code == 3


@pytest.mark.parametrize("status", ["denied", "timeout", "error"])
def test_a_refusal_is_a_result(tmp_path: Path, status: str) -> None:
    with daemon(tmp_path, saying(status=status, message="m")) as served:
        result = Client(served.path).run(["a"])
    assert (result.status, result.message, result.exit_code, result.stdout) == (status, "m", None, b"")
