"""A requester that is served, until it leaves."""

import os
from pathlib import Path

from gateway.admitted_requests import admitted
from gateway.gateways import request
from wicket.gateway.requester_session import RequesterSession


def test_whoever_waits_for_a_leave_is_told() -> None:
    visit = RequesterSession(request("true"), admitted("true").requester)
    visit.leave()
    assert visit.left
    told: list[bool] = []
    visit = RequesterSession(request("true"), admitted("true").requester)
    visit.on_leave = lambda: told.append(visit.left)
    visit.leave()
    assert told == [True]


def test_no_two_are_recorded_under_the_same_name() -> None:
    keys = {RequesterSession(request("true"), admitted("true").requester).key for _ in range(3)}
    assert sorted(map(len, keys)) == [32, 32, 32]


def test_what_is_asked_for_has_the_folders_own_name(tmp_path: Path) -> None:
    requester = admitted("true").requester
    (tmp_path / "link").symlink_to("/usr")
    asked = RequesterSession(
        request("true", cwd=str(tmp_path / "link"), env={"TZ": "x", "LANG": "C"}), requester
    ).admitted()
    status = os.stat("/usr")
    assert (asked.cwd, asked.folder) == ("/usr", (status.st_dev, status.st_ino))
    assert (asked.env, asked.pipeline, asked.programs) == ((("LANG", "C"), ("TZ", "x")), (("true",),), ())
    assert RequesterSession(request("true"), requester).admitted().cwd == "/"
