"""A hub's files: made once, for their owner alone, and read again as they were."""

import stat
from dataclasses import fields
from pathlib import Path

import pytest

from fleet.people import ROOT
from wicket.fleet.errors import BadKey, FleetError
from wicket.fleet.hub_accounts import HubKeys
from wicket.fleet.hub_files import HubFiles, HubPlan, NoHub

PLAN = HubPlan(
    address="nats://127.0.0.1:4222", listen_host="127.0.0.1", listen_port=4222, groups=("ci",), root=ROOT.public
)


def test_what_is_made_is_read_again(tmp_path: Path) -> None:
    files = HubFiles(tmp_path / "hub")
    files.make(PLAN)
    assert files.plan() == PLAN
    assert files.keys() == files.keys()
    assert len({getattr(files.keys(), each.name).public for each in fields(HubKeys)}) == 9
    assert {stat.S_IMODE(path.stat().st_mode) for path in files.folder.iterdir()} == {0o600}
    assert files.helper_login().key != files.helper_login().key
    with pytest.raises(FleetError, match="there is a hub in"):
        files.make(PLAN)


def test_where_there_is_no_hub_the_next_step_is_said(tmp_path: Path) -> None:
    with pytest.raises(NoHub, match="run this at the hub, or make one with `wicket fleet init`"):
        HubFiles(tmp_path).plan()


@pytest.mark.rule("F-2")
def test_keys_that_others_can_read_are_not_used(tmp_path: Path) -> None:
    files = HubFiles(tmp_path / "hub")
    files.make(PLAN)
    (files.folder / "keys.json").chmod(0o644)
    with pytest.raises(BadKey, match="open to others"):
        files.keys()
