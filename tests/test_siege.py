"""A small siege of a gateway as people run it; `scripts/siege.py` has the large one."""

from pathlib import Path

import siege


async def test_every_request_has_one_decision_and_nothing_is_left(tmp_path: Path) -> None:
    report = await siege.besiege(tmp_path, clients=6, requests=10)
    assert report.wrong == []
    assert sum(report.kinds.values()) == 60
    assert report.descriptors[1] <= report.descriptors[0]
    assert report.memory_kb[1] - report.memory_kb[0] < 30_000


async def test_killed_gateways_leave_a_true_record(tmp_path: Path) -> None:
    report = await siege.kill_often(tmp_path, kills=2, clients=4)
    assert report.wrong == []


def test_a_lie_in_the_record_would_show(tmp_path: Path) -> None:
    """What the siege looks for is found where it is: an execution that nobody recorded."""
    (tmp_path / "proofs").mkdir()
    (tmp_path / "proofs" / "x").write_text("\n\n")
    report = siege.Report()
    siege._compare(tmp_path, [{"id": "y", "kind": "yes", "status": "ok"}], report)
    assert report.wrong == [
        "x was executed 2 times",
        "x was executed without a decision",
        "y (yes) has 0 decisions",
    ]
