"""`wicket fleet init`: a hub that syncs its disk, demands TLS, and has no root key."""

import json
import re
from pathlib import Path

import pytest

from cli.fleet.towns import PASSPHRASE
from fleet.people import ROOT
from machine import Machine, tree


@pytest.mark.rule("F-1", "F-2", "F-47")
def test_a_hub_and_a_root_key_are_made(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    code, said = machine.run_at_terminal(
        PASSPHRASE, "fleet", "init", "--group", "ci", "--group", "prod", at="at least: ", also={"again: ": PASSPHRASE}
    )
    assert code == 0, said
    config = (machine.home / "fleet" / "hub" / "hub.conf").read_text()
    assert "sync_interval: always" in config
    assert all(mode.startswith("600") for mode in tree(machine.home / "fleet" / "hub").values())
    [root] = re.findall(r"made the root key (W\w+)", said)
    assert json.loads((machine.home / "fleet" / "root" / "root.key").read_text())["public"] == root
    assert json.loads((machine.home / "fleet" / "hub" / "hub.json").read_text())["root"] == root
    done = machine.run("fleet", "init", "--group", "ci", "--root", ROOT.public)
    assert (done.code, "there is a hub in" in done.err) == (1, True)


@pytest.mark.rule("F-9")
def test_without_tls_a_hub_is_for_this_machine_alone(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    for address, sentence in (
        ("nats://hub.example:4222", "nats://hub.example:4222 is no safe address of a hub; use tls://HOST:PORT"),
        ("tls://hub.example:4222", "a hub for other machines needs --certificate and --key"),
    ):
        done = machine.run("fleet", "init", "--hub", address, "--group", "ci", "--root", ROOT.public)
        assert (done.code, sentence in done.err) == (1, True), done
    tls = ["--certificate", "cert.pem", "--key", "key.pem", "--folder", str(tmp_path / "hub")]
    done = machine.run("fleet", "init", "--hub", "tls://h.example:4443", "--group", "ci", "--root", ROOT.public, *tls)
    assert done.code == 0, done
    config = (tmp_path / "hub" / "hub.conf").read_text()
    for line in ('host: "0.0.0.0"', "port: 4443", "handshake_first: true", 'min_version: "1.3"'):
        assert line in config


@pytest.mark.rule("F-48")
def test_three_servers_are_one_hub(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    hubs = [word for port in (4001, 4002, 4003) for word in ("--hub", f"nats://127.0.0.1:{port}")]
    done = machine.run("fleet", "init", *hubs, "--group", "ci", "--root", ROOT.public)
    assert (done.code, done.err.count("a server is started with `nats-server -c ")) == (0, 3), done
    config = (machine.home / "fleet" / "hub" / "server-3" / "hub.conf").read_text()
    assert 'listen: "127.0.0.1:6003"' in config
    done = machine.run("fleet", "hub", "--server")
    assert (done.code, "this hub has several servers: start each by itself" in done.err) == (2, True)


def test_nothing_is_made_without_a_terminal_or_with_a_bad_name(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    done = machine.run("fleet", "init", "--group", "ci")
    assert (done.code, done.err) == (1, "wicket: there is no terminal to ask on\n")
    done = machine.run("fleet", "init", "--group", "CI", "--root", ROOT.public)
    assert (done.code, "'CI' is no name of a group" in done.err) == (1, True)
    done = machine.run("fleet", "init", "--group", "ci", "--root", "W1")
    assert done.code == 1
    assert not (machine.home / "fleet" / "hub").exists()
