"""`wicket fleet roster sign`, away from the hub. `test_approve.py` signs at one."""

import time

import pytest

from cli.fleet.towns import PASSPHRASE
from fleet.people import ROOT
from machine import Machine
from wicket.fleet.root_files import RootFiles
from wicket.fleet.roster import Known, read_roster

END = "passphrase of the root key: "


@pytest.mark.rule("F-2", "F-50")
def test_it_is_signed_for_a_week_and_can_be_carried_to_the_hub(machine: Machine, root: RootFiles) -> None:
    code, said = machine.run_at_terminal(PASSPHRASE, "fleet", "roster", "sign", at=END)
    assert (code, f"take {root.signed} to the hub" in " ".join(said.split())) == (0, True), said
    roster, _ = read_roster(root.signed.read_bytes(), Known(ROOT.public))
    assert (roster.number, root.draft().number) == (1, 1)
    assert 6.9 * 86400 < roster.expires - time.time() < 7.1 * 86400


def test_without_the_passphrase_nothing_is_signed(machine: Machine, root: RootFiles) -> None:
    code, said = machine.run_at_terminal("something else", "fleet", "roster", "sign", at=END)
    assert (code, "the passphrase is wrong" in said) == (1, True)
    assert machine.run("fleet", "roster", "sign").err == "wicket: there is no terminal to ask on\n"
    assert (root.signed.exists(), root.draft().number) == (False, 0)
