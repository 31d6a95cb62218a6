"""What a machine keeps of its fleet."""

import stat
from pathlib import Path

import pytest

from fleet.people import ROOT, key_of, person, roster
from machine import tree
from wicket.fleet.enrolment import Membership
from wicket.fleet.membership_files import MachineFiles, NoMember
from wicket.fleet.roster import Known, sign_roster

MEMBER = Membership(hub="nats://127.0.0.1:1", root=ROOT.public, group="ci", machine="m1", claim="c")


@pytest.mark.rule("F-1")
def test_the_key_is_made_here_once(tmp_path: Path) -> None:
    files = MachineFiles(tmp_path / "home")
    assert files.key() == files.key()
    assert stat.S_IMODE((files.folder / "machine.key").stat().st_mode) == 0o600
    assert files.key() != MachineFiles(tmp_path / "other").key()


def test_a_membership_is_kept_and_without_one_the_next_step_is_said(tmp_path: Path) -> None:
    files = MachineFiles(tmp_path / "home")
    with pytest.raises(NoMember, match="run `wicket fleet enroll TOKEN`"):
        files.membership()
    files.keep(MEMBER)
    assert files.membership() == MEMBER
    assert [text.split()[0] for text in tree(tmp_path / "home").values()] == ["700", "700", "600"]


def test_a_roster_is_forgotten_with_the_root_that_signed_it(tmp_path: Path) -> None:
    files = MachineFiles(tmp_path / "home")
    files.keep(MEMBER)
    data = sign_roster(ROOT, roster(person("alice")))
    files.roster(MEMBER).keep(data, Known(ROOT.public, 1, "d"))
    files.keep(MEMBER)
    assert files.roster(MEMBER).known == Known(ROOT.public, 1, "d")
    other = Membership(hub=MEMBER.hub, root=key_of("other").public, group="ci", machine="m1", claim="c")
    files.keep(other)
    assert (files.roster(other).known, files.roster(other).data) == (Known(other.root), None)
