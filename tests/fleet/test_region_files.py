"""The folder of a region's server, and what the hub remembers of it."""

import json
import stat
from pathlib import Path
from typing import Any

import msgspec
import pytest

from fleet.people import ROOT
from fleet.regions import hub_plan, region_plan
from wicket.fleet.errors import FleetError
from wicket.fleet.hub_files import HubFiles, HubPlan
from wicket.fleet.region_files import RegionFiles, known_region, make_region


@pytest.fixture
def hub(tmp_path: Path) -> HubFiles:
    files = HubFiles(tmp_path / "hub")
    files.make(hub_plan(4222, 7422))
    return files


def test_nobody_else_reads_it_and_no_key_of_the_hub_is_in_it(hub: HubFiles, tmp_path: Path) -> None:
    make_region(hub, region_plan(4333), tmp_path / "eu")
    files = {path.name: path for path in (tmp_path / "eu").iterdir()}
    assert sorted(files) == [
        "approvers.creds",
        "hub.conf",
        "machines.creds",
        "newcomers.creds",
        "region-keys.json",
        "region.json",
    ]
    assert {stat.S_IMODE(path.stat().st_mode) for path in files.values()} == {0o600}
    assert stat.S_IMODE((tmp_path / "eu").stat().st_mode) == 0o700
    said = "".join(path.read_text() for path in files.values())
    assert [secret for secret in json.loads((hub.folder / "keys.json").read_text()).values() if secret in said] == []
    assert "jetstream" not in files["hub.conf"].read_text()


def test_the_hub_remembers_its_keys_for_cutting_it_off(hub: HubFiles, tmp_path: Path) -> None:
    make_region(hub, region_plan(4333), tmp_path / "eu")
    known = known_region(hub, "eu")
    assert (known.groups, known.people, known.address) == (("ci",), ("alice",), "nats://127.0.0.1:4333")
    assert {account: len(keys) for account, keys in known.keys.items()} == {
        "machines": 2,  # the server's and the helper's
        "newcomers": 1,
        "approvers": 1,
    }
    assert RegionFiles(tmp_path / "eu").helper_login().key.public in known.keys["machines"]
    with pytest.raises(FleetError, match="the hub knows no region us"):
        known_region(hub, "us")


def test_without_people_there_is_no_login_for_them(hub: HubFiles, tmp_path: Path) -> None:
    make_region(hub, region_plan(4333, people=()), tmp_path / "eu")
    assert not (tmp_path / "eu" / "approvers.creds").exists()
    assert hub.keys().approvers.public not in known_region(hub, "eu").keys


@pytest.mark.rule("F-9")
def test_with_tls_the_hub_is_verified_from_the_first_byte(tmp_path: Path) -> None:
    hub = HubFiles(tmp_path / "hub")
    hub.make(
        HubPlan(
            address="tls://a.example:4222,tls://b.example:4222,tls://c.example:4222",
            listen_host="0.0.0.0",
            listen_port=4222,
            groups=("ci",),
            root=ROOT.public,
            certificate="/etc/hub.crt",
            certificate_key="/etc/hub.key",
            ca="/etc/ca.crt",
            routes=("a.example:6222", "b.example:6222", "c.example:6222"),
            region_ports=(7422, 7423, 7424),
        )
    )
    text = (hub.folder / "server-2" / "hub.conf").read_text()
    assert 'leafnodes {\n  host: "0.0.0.0"\n  port: 7423\n  tls {\n' in text
    plan = msgspec.structs.replace(
        region_plan(4333),
        address="tls://eu.example:4222",
        certificate="/etc/eu.crt",
        certificate_key="/etc/eu.key",
        ca="/etc/ca.crt",
    )
    make_region(hub, plan, tmp_path / "eu")
    text = (tmp_path / "eu" / "hub.conf").read_text()
    assert text.count('urls: ["tls://a.example:7422", "tls://b.example:7423", "tls://c.example:7424"]') == 3
    assert text.count('ca_file: "/etc/ca.crt"') == 3
    assert text.count("handshake_first: true") == 4  # for its members, too


def test_a_hub_may_have_an_address_of_version_6(tmp_path: Path) -> None:
    hub = HubFiles(tmp_path / "hub")
    hub.make(msgspec.structs.replace(hub_plan(4222, 7422), address="nats://[::1]:4222", listen_host="::1"))
    make_region(hub, region_plan(4333), tmp_path / "eu")
    assert 'urls: ["nats-leaf://[::1]:7422"]' in (tmp_path / "eu" / "hub.conf").read_text()


def test_what_cannot_be_a_region_is_refused_and_nothing_is_written(hub: HubFiles, tmp_path: Path) -> None:
    plain = region_plan(4333)
    wrong: dict[str, dict[str, Any]] = {
        "use a-z, 0-9": {"name": "E U"},
        "is no safe address": {"address": "nats://eu.example:4222"},
        "needs --certificate and --key": {"address": "tls://eu.example:4222"},
        "a region has one server": {"address": "nats://127.0.0.1:1,nats://127.0.0.1:2"},
        "name one group at least": {"groups": ()},
        "the hub has no group qa; it has ci, prod": {"groups": ("qa",)},
        "is no name of a person": {"people": ("*",)},
    }
    for says, change in wrong.items():
        with pytest.raises(FleetError, match=says):
            make_region(hub, msgspec.structs.replace(plain, **change), tmp_path / "eu")
        assert not (tmp_path / "eu").exists()
    make_region(hub, plain, tmp_path / "eu")
    with pytest.raises(FleetError, match="there is a region eu already"):
        make_region(hub, plain, tmp_path / "other")
    with pytest.raises(FleetError, match="there is a region in .* already"):
        make_region(hub, msgspec.structs.replace(plain, name="us"), tmp_path / "eu")


def test_a_hub_that_takes_no_regions_says_so(tmp_path: Path) -> None:
    hub = HubFiles(tmp_path / "hub")
    hub.make(hub_plan(4222, 0))
    assert "leafnodes" not in (hub.folder / "hub.conf").read_text()
    with pytest.raises(FleetError, match="it was made without --region-port"):
        make_region(hub, region_plan(4333), tmp_path / "eu")


def test_a_port_for_each_server_or_none(tmp_path: Path) -> None:
    plan = msgspec.structs.replace(hub_plan(4222, 7422), region_ports=(1, 2))
    with pytest.raises(FleetError, match="say one port for regions, or one for each server"):
        HubFiles(tmp_path / "hub").make(plan)
