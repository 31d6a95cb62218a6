"""A small power cut: what was synced is there, and what was not is lost, so that the cut is one."""

import os
import shutil
from pathlib import Path

import pytest

from fleet_trials.power_cut import Case, cut_power

can_mount = os.geteuid() == 0 and Path("/dev/loop-control").exists() and shutil.which("mkfs.ext4") is not None


@pytest.mark.rule("F-47")
@pytest.mark.skipif(not can_mount, reason="a disk in a file needs root and loop devices")
@pytest.mark.parametrize("syncs", ["always", "2m"])
async def test_a_server_that_syncs_loses_nothing_and_one_that_does_not_loses(tmp_path: Path, syncs: str) -> None:
    came = await cut_power(tmp_path, Case(1, syncs, 200))
    assert (came.acknowledged, came.lost > 0) == (200, syncs != "always")
