"""`wicket service` writes a unit, starts it, and takes it away again."""

import re
from pathlib import Path

import pytest

from docs.pages import ROOT
from machine import Machine
from wicket.cli.service import PROGRAM, UIDS

UNITS = ROOT / "src/wicket/cli/service_units"


@pytest.fixture
def systemctl(machine: Machine) -> Path:
    """A systemctl that writes down what it is called with."""
    programs = machine.root / "bin"
    programs.mkdir()
    called = machine.root / "called"
    (programs / "systemctl").write_text(f'#!/bin/sh\necho "$@" >> {called}\n')
    (programs / "systemctl").chmod(0o755)
    machine.environ["PATH"] = f"{programs}:{machine.environ['PATH']}"
    return called


def unit(machine: Machine) -> Path:
    return Path(
        machine.environ.get("XDG_CONFIG_HOME", f"{machine.environ['HOME']}/.config"), "systemd/user/wicket.service"
    )


def test_it_is_installed_and_removed(machine: Machine, systemctl: Path) -> None:
    code, shown = machine.run_at_terminal("y", "service", "install")
    assert (code, "Do this? [y/N] y" in shown) == (0, True)
    printed = machine.run("service", "install", "--print").out
    assert unit(machine).read_text() == printed
    assert re.search(r"^ExecStart=/\S+/wicket serve --no-prompt$", printed, re.MULTILINE)
    code, shown = machine.run_at_terminal("y", "service", "remove")
    assert (code, unit(machine).exists()) == (0, False)
    assert systemctl.read_text().splitlines() == [
        "--user daemon-reload",
        "--user enable --now wicket.service",
        "--user disable --now wicket.service",
        "--user daemon-reload",
    ]


def test_no_means_that_nothing_is_changed(machine: Machine, systemctl: Path) -> None:
    code, _ = machine.run_at_terminal("n", "service", "install")
    assert (code, unit(machine).exists(), systemctl.exists()) == (1, False, False)


def test_nobody_to_ask_is_an_error(machine: Machine, systemctl: Path) -> None:
    done = machine.run("service", "install", "--yes")
    assert (done.code, unit(machine).exists(), systemctl.exists()) == (1, False, False)
    assert "there is no terminal to ask on" in done.err


def test_without_starting_it_the_commands_are_said(machine: Machine, systemctl: Path) -> None:
    code, shown = machine.run_at_terminal("", "service", "install", "--yes", "--no-start")
    assert (code, systemctl.exists()) == (0, False)
    assert shown.splitlines()[-2:] == [
        "next: systemctl --user daemon-reload",
        "next: systemctl --user enable --now wicket.service",
    ]


@pytest.mark.parametrize("words", [["--system"], ["--requester-uid", "1001"], ["--system", "--approver-uid", "1000"]])
def test_who_asks_and_who_approves_goes_with_a_service_of_the_machine(machine: Machine, words: list[str]) -> None:
    assert machine.run("service", "install", *words).code == 2


def test_the_unit_of_the_machine_is_the_one_that_the_docs_show(machine: Machine) -> None:
    file = (UNITS / "wicket.service").read_text()
    [shown] = re.findall(r"```ini\n(.*?)```", (ROOT / "docs/security.md").read_text(), re.DOTALL)
    words = ["--system", "--requester-uid", "7", "--approver-uid", "8", "--print"]
    printed = machine.run("service", "install", *words).out
    assert (shown, PROGRAM in file, UIDS in file) == (file, True, True)
    assert "serve --requester-uid 7 --approver-uid 8\n" in printed


def test_what_is_not_there_cannot_be_removed(machine: Machine) -> None:
    done = machine.run("service", "remove")
    assert (done.code, done.err) == (1, f"wicket: {unit(machine)} is not there; nothing to remove\n")
