"""One round of the soak, at full size: many extensions that misbehave, under many calls at once."""

from pathlib import Path

import pytest
import soak


@pytest.mark.rule("Z-H62")
async def test_every_call_ends_and_nothing_is_left(tmp_path: Path) -> None:
    report = await soak.soak(tmp_path, extensions=50, calls=100, rounds=1, seed=3)
    ended = sum(report.results.values()) - report.results["notes"] - report.results["problems"]
    assert (ended, len(report.calm_s)) == (5000, 100)
    assert report.wrong == []
    assert report.left == set()
    assert report.descriptors[0] == report.descriptors[1]
    assert {"answered", "timeout", "exited (exit code 1)", "exited (killed by SIGKILL)"} <= set(report.results)
