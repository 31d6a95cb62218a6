"""`wicket fleet region`: members come in at a server of their own, and only it connects to the hub."""

import json
import socket
import time
from pathlib import Path

import pytest

from cli.fleet.towns import Town, town
from fleet.members import say_fleet
from fleet.test_hub_connection import make_certificate
from machine import WAIT_S, Machine


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


def checks(here: Town, machine: Machine) -> dict[str, bool]:
    said = machine.run("fleet", "status", "--json").out
    return {check["name"]: check["fine"] for check in json.loads(said)["checks"]}


def wait_for(here: Town, machine: Machine, fine: bool) -> None:
    deadline = time.monotonic() + WAIT_S
    while checks(here, machine)["hub"] is not fine:
        assert time.monotonic() < deadline, machine.run("fleet", "status").out


@pytest.mark.rule("F-48", "F-9")
def test_members_come_in_at_the_region_over_tls_and_are_cut_off_there(tmp_path: Path) -> None:
    certificate, key = make_certificate(tmp_path)
    with town(tmp_path, (certificate, key)) as here:
        here.make("ci", region_port=free_port())
        here.start_hub()
        address, folder = f"tls://127.0.0.1:{free_port()}", tmp_path / "eu"
        tls = ["--certificate", str(certificate), "--key", str(key), "--ca", str(certificate)]
        said = here.run(
            "region",
            "eu",
            "--address",
            address,
            "--group",
            "ci",
            "--person",
            "alice",
            *tls,
            "--to",
            str(folder),
            "--json",
        )
        assert json.loads(said) == {
            "name": "eu",
            "address": address,
            "groups": ["ci"],
            "people": ["alice"],
            "folder": str(folder),
        }
        here.start_region("eu", folder)
        machines = []
        for name in ("c1", "c2"):
            machine = here.machine(name)
            token = json.loads(here.run("invite", "--group", "ci", "--region", "eu", "--json"))["token"]
            here.run("enroll", token, "--name", name, "--ca", str(certificate), at=machine)
            say_fleet(machine, group="ci")
            membership = json.loads((machine.home / "fleet" / "machine" / "membership.json").read_text())
            assert membership["hub"] == address
            machines.append(machine)
        bad, good = machines
        for machine in machines:
            wait_for(here, machine, True)
        assert {each["machine"] for each in json.loads(here.run("machines", "--json"))} == {"c1", "c2"}
        code, _ = here.hub.run_at_terminal("y", "fleet", "revoke", "c1")
        assert code == 0
        wait_for(here, bad, False)
        wait_for(here, good, True)
        code, said = here.hub.run_at_terminal("y", "fleet", "revoke", "eu", "--region")
        assert (code, "cut off the region eu" in said) == (0, True)
        wait_for(here, good, False)


def test_what_cannot_be_says_so(tmp_path: Path) -> None:
    with town(tmp_path) as here:
        here.make("ci")
        done = here.hub.run("fleet", "region", "eu", "--address", "nats://127.0.0.1:1", "--group", "ci")
        assert (done.code, "the hub takes no regions" in done.err) == (1, True)
        done = here.hub.run("fleet", "invite", "--group", "ci", "--region", "eu")
        assert (done.code, "the hub knows no region eu" in done.err) == (1, True)
        done = here.hub.run("fleet", "revoke", "eu", "--region", "--person", "--yes")
        assert (done.code, "--region is said alone" in done.err) == (2, True)
