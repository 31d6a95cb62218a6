"""What a person keeps of their fleet."""

from pathlib import Path

import pytest

from fleet.people import ROOT, key_of
from wicket.fleet.membership_files import NoMember
from wicket.fleet.people_enrolment import PersonMembership
from wicket.fleet.person_files import PersonFiles
from wicket.fleet.roster import Known

ALICE = PersonMembership(hub="nats://127.0.0.1:1", root=ROOT.public, name="alice", claim="c")


def test_who_has_not_come_in_is_told_how(tmp_path: Path) -> None:
    files = PersonFiles(tmp_path / "home")
    assert not files.is_member()
    with pytest.raises(NoMember, match="wicket fleet invite --person YOU"):
        files.membership()


@pytest.mark.rule("F-51")
def test_a_roster_is_remembered_until_another_root_is_pinned(tmp_path: Path) -> None:
    files = PersonFiles(tmp_path / "home")
    files.keep(ALICE)
    assert files.membership() == ALICE
    files.roster(ALICE).keep(b"data", Known(ROOT.public, 3, "d"))
    files.keep(ALICE)
    assert files.roster(ALICE).known.number == 3
    other = PersonMembership(hub=ALICE.hub, root=key_of("other").public, name="alice", claim="c")
    files.keep(other)
    assert files.roster(other).known == Known(other.root)
