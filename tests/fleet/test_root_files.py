"""What the owner of a fleet keeps."""

import stat
from itertools import pairwise
from pathlib import Path

import pytest

from fleet.people import ROOT, key_of, person
from wicket.fleet.errors import BadKey, FleetError
from wicket.fleet.root_files import NoRoot, RootFiles, with_need, with_person, without_person
from wicket.fleet.roster import Known, Need, read_roster
from wicket.fleet.signing_keys import Cost

CHEAP = Cost(1, 8 * 1024 * 1024)
PASSPHRASE = "correct horse battery"


@pytest.fixture
def root(tmp_path: Path) -> RootFiles:
    files = RootFiles(tmp_path / "home")
    files.make(ROOT, PASSPHRASE, CHEAP)
    return files


@pytest.mark.rule("F-52")
def test_the_root_key_is_encrypted_and_never_written_over(root: RootFiles) -> None:
    assert root.open(PASSPHRASE) == ROOT
    assert ROOT.secret_text.encode() not in (root.folder / "root.key").read_bytes()
    assert {stat.S_IMODE(path.stat().st_mode) for path in root.folder.iterdir()} == {0o600}
    with pytest.raises(BadKey, match="a key is never written over"):
        root.make(key_of("other"), PASSPHRASE, CHEAP)


def test_numbers_rise_and_what_was_signed_is_kept(root: RootFiles) -> None:
    root.keep(with_need(with_person(root.draft(), person("alice")), Need(group="ci", kind="user", votes=2)))
    for number in (1, 2):
        roster, data = root.sign(ROOT)
        assert (roster.number, root.signed.read_bytes()) == (number, data)
        read, _ = read_roster(data, Known(ROOT.public, number - 1))
        assert (read.people, read.needs) == ((person("alice"),), (Need(group="ci", kind="user", votes=2),))


def test_people_are_replaced_by_name_and_who_is_not_there_is_said(root: RootFiles) -> None:
    draft = with_person(with_person(root.draft(), person("alice")), person("alice", groups=("prod",)))
    assert draft.people == (person("alice", groups=("prod",)),)
    assert without_person(draft, "alice").people == ()
    with pytest.raises(FleetError, match="bob is not in the roster; in it: alice"):
        without_person(draft, "bob")


@pytest.mark.rule("F-51")
def test_a_new_root_is_signed_by_the_old_one_twice(root: RootFiles) -> None:
    keys = [ROOT, key_of("second"), key_of("third")]
    for old, new in pairwise(keys):
        root.rotate(old, new, PASSPHRASE, CHEAP)
    assert root.open(PASSPHRASE) == keys[-1]
    _, data = root.sign(keys[-1])
    for pinned in keys:
        assert read_roster(data, Known(pinned.public))[1].root == keys[-1].public


def test_without_a_root_the_place_is_said(tmp_path: Path) -> None:
    with pytest.raises(NoRoot, match="run this where `wicket fleet init` has made the root key"):
        RootFiles(tmp_path).draft()
