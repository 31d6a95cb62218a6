"""The newest roster that was seen is on disk, with what is pinned, and outlives a restart."""

from pathlib import Path

import pytest

from fleet.people import NOW, ROOT, person, roster
from wicket.fleet.errors import BadKey, BadMessage, Stale
from wicket.fleet.kept_roster import open_roster
from wicket.fleet.roster import Known, read_roster, sign_roster


def test_at_first_only_the_root_is_pinned(tmp_path: Path) -> None:
    kept = open_roster(tmp_path / "roster.json", ROOT.public)
    assert (kept.known, kept.data) == (Known(ROOT.public), None)


@pytest.mark.rule("F-50")
def test_a_roster_that_was_seen_is_remembered_and_no_older_one_is_taken(tmp_path: Path) -> None:
    path = tmp_path / "roster.json"
    old, new = (sign_roster(ROOT, roster(person("alice"), number=number)) for number in (1, 2))
    first = open_roster(path, ROOT.public)
    _, known = read_roster(new, first.known)
    first.keep(new, known)
    again = open_roster(path, "another root")
    assert (again.known, again.data) == (known, new)
    assert read_roster(new, again.known)[0].issued == NOW
    with pytest.raises(Stale):
        read_roster(old, again.known)


def test_what_is_no_kept_roster_is_said(tmp_path: Path) -> None:
    path = tmp_path / "roster.json"
    path.write_bytes(b"{}")
    path.chmod(0o600)
    with pytest.raises(BadMessage, match="no roster that was kept"):
        open_roster(path, ROOT.public)
    path.chmod(0o644)
    with pytest.raises(BadKey, match="open to others"):
        open_roster(path, ROOT.public)
