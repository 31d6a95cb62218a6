"""The policy of a fleet on disk: whole, private, and one of them in force."""

import os
from pathlib import Path

import pytest

from fleet.people import NOW
from wicket.fleet.errors import FleetError
from wicket.fleet.kept_policy import KeptPolicy
from wicket.fleet.signed_policy_bundle import Bundle
from wicket.policy_files.fleet_policy import FOLDER, LINK, fleet_policy

DIGESTS = {number: f"{number:064x}"[::-1] for number in range(1, 5)}


def bundle(number: int, **files: str) -> Bundle:
    named = {"wicket.yml": "rules: []\n"} | {name.replace("_", "/"): text for name, text in files.items()}
    return Bundle(group="ci", number=number, previous="", files=named, issued=NOW, expires=NOW + 60.0)


def force(kept: KeptPolicy, number: int, expires: float = NOW + 60.0) -> None:
    kept.unfold(bundle(number), DIGESTS[number])
    kept.put_in_force(number, expires, DIGESTS[number])


def folders(kept: KeptPolicy) -> list[str]:
    return sorted(each.name[0] for each in (kept.home / FOLDER).iterdir() if each.is_dir() and not each.is_symlink())


def test_files_are_written_for_their_owner_alone_and_programs_can_be_run(tmp_path: Path) -> None:
    made = KeptPolicy(tmp_path).unfold(bundle(1, checks_guard="#!/bin/sh\n"), DIGESTS[1])
    found = {str(path.relative_to(made)): path.stat().st_mode & 0o777 for path in made.rglob("*") if path.is_file()}
    assert found == {"wicket.yml": 0o600, "checks/guard": 0o700}
    assert fleet_policy(str(tmp_path)) is None


def test_one_is_in_force_and_only_the_one_before_stays(tmp_path: Path) -> None:
    kept = KeptPolicy(tmp_path)
    for number in (1, 2, 3):
        force(kept, number)
        found = fleet_policy(str(tmp_path), NOW)
        assert found is not None
        assert (Path(found.file).read_text(), found.why_not) == ("rules: []\n", "")
    assert folders(kept) == ["2", "3"]


def test_past_its_end_it_does_not_hold_and_neither_does_none(tmp_path: Path) -> None:
    kept = KeptPolicy(tmp_path)
    force(kept, 1)
    kept.put_in_force(1, 0.0, DIGESTS[1])
    found = fleet_policy(str(tmp_path), NOW)
    assert found is not None
    assert (bool(found.file), found.why_not) == (True, "the fleet's policy 1 is over; an author has to push one")
    kept.ask_about_everything()
    found = fleet_policy(str(tmp_path), NOW)
    assert found is not None
    assert (found.file, found.why_not) == ("", "there is no valid policy of the fleet here")
    kept.withdraw()
    assert fleet_policy(str(tmp_path), NOW) is None


def test_a_signed_policy_is_kept_and_read_again(tmp_path: Path) -> None:
    kept = KeptPolicy(tmp_path)
    assert kept.read() is None
    kept.keep(b"one")
    kept.keep(b"two")
    assert kept.read() == b"two"


def test_a_folder_that_leads_elsewhere_is_refused(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    os.symlink(tmp_path / "elsewhere", tmp_path / FOLDER)
    with pytest.raises(FleetError, match="cannot"):
        KeptPolicy(tmp_path).ask_about_everything()
    assert not (tmp_path / "elsewhere" / LINK).exists()
