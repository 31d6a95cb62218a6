"""`wicket fleet roster rotate-root`: machines follow the chain."""

import pytest

from cli.fleet.towns import PASSPHRASE
from fleet.people import ROOT
from machine import Machine
from wicket.fleet.root_files import RootFiles
from wicket.fleet.roster import Known, read_roster

NEW = "another long passphrase"


@pytest.mark.rule("F-51")
def test_who_has_pinned_the_old_root_follows_the_new_one(machine: Machine, root: RootFiles) -> None:
    asked = {"there is: ": PASSPHRASE, "again: ": NEW}
    code, said = machine.run_at_terminal(NEW, "fleet", "roster", "rotate-root", at="at least: ", also=asked)
    assert code == 0, said
    new = root.open(NEW)
    assert new.public == root.draft().root != ROOT.public
    _, data = root.sign(new)
    _, known = read_roster(data, Known(ROOT.public))
    assert known.root == new.public
    assert (root.folder / "root-0.key").exists()
