"""A hub's files: made once, for their owner alone, and read again as they were."""

import stat
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

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


THREE = replace(
    PLAN,
    address="nats://127.0.0.1:4001,nats://127.0.0.1:4002,nats://127.0.0.1:4003",
    routes=("127.0.0.1:6001", "127.0.0.1:6002", "127.0.0.1:6003"),
)


@pytest.mark.rule("F-48")
def test_each_of_three_servers_has_a_folder_and_knows_the_others(tmp_path: Path) -> None:
    files = HubFiles(tmp_path / "hub")
    files.make(THREE)
    folders = files.server_folders()
    assert [folder.name for folder in folders] == ["server-1", "server-2", "server-3"]
    second = (folders[1] / "hub.conf").read_text()
    for line in (
        'server_name: "wicket-hub-2"',
        "port: 4002",
        'listen: "127.0.0.1:6002"',
        'routes: ["nats-route://127.0.0.1:6001", "nats-route://127.0.0.1:6003"]',
        f'store_dir: "{folders[1]}/store"',
        "sync_interval: always",
    ):
        assert line in second
    assert not (files.folder / "hub.conf").exists()
    HubFiles(tmp_path / "one").make(PLAN)
    assert HubFiles(tmp_path / "one").server_folders() == [tmp_path / "one"]


@pytest.mark.rule("F-9", "F-48")
@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"address": "nats://127.0.0.1:1,nats://127.0.0.1:2"}, "a hub has one server, three or five"),
        ({"address": ",".join(["nats://127.0.0.1:1"] * 3)}, "each with an address of its own"),
        ({"routes": ("127.0.0.1:1", "127.0.0.1:2", "127.0.0.1:1")}, "no two at the same place"),
        ({"routes": ()}, "say of each server where it listens"),
        ({"address": "tls://a:1,tls://b:1,nats://127.0.0.1:1", "certificate": "c", "certificate_key": "k"}, "or none"),
        ({"address": "tls://a:1,tls://b:1,tls://c:1"}, "needs --certificate and --key"),
        ({"address": "tls://a:1,tls://b:1,tls://c:1", "certificate": "c", "certificate_key": "k"}, "name with --ca"),
    ],
)
def test_servers_that_cannot_be_one_hub_are_refused(tmp_path: Path, changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(FleetError, match=sentence):
        HubFiles(tmp_path / "hub").make(replace(THREE, **changes))


@pytest.mark.rule("F-2")
def test_keys_that_others_can_read_are_not_used(tmp_path: Path) -> None:
    files = HubFiles(tmp_path / "hub")
    files.make(PLAN)
    (files.folder / "keys.json").chmod(0o644)
    with pytest.raises(BadKey, match="open to others"):
        files.keys()
