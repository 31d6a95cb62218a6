"""A small soak of a fleet, bounded by what is asked; `make fleet-soak` has the large one."""

import tempfile
from pathlib import Path

import pytest

from fleet.people import key_of
from fleet_trials import soak
from fleet_trials.processes import Fleet, Gateway
from wicket.fleet.vote_counting import SentAsk, as_recorded, cast

pytestmark = pytest.mark.timeout(900)


@pytest.mark.rule("F-18", "F-23", "F-32", "F-38", "F-42", "F-46", "F-48")
async def test_ten_gateways_under_strain_lose_nothing_and_allow_nothing() -> None:
    with tempfile.TemporaryDirectory(prefix="soak") as folder:  # pytest's own is too long for a socket
        report = await soak.soak(Path(folder), soak.Plan(machines=10, asks=12, every=1.5))
    assert report.wrong == [], soak.shown(report, soak.Plan(10))
    assert len(report.did) == len(soak.DISTURBANCES), report.did
    assert sum(report.answers.values()) >= 10 * 12 - 12
    assert report.executed > 0


def test_a_lie_would_show(tmp_path: Path) -> None:
    """What the soak looks for is found where it is: too few votes, and votes about something else."""
    fleet = Fleet(tmp_path, soak.GROUPS)
    fleet.rosters.append(soak._roster(1, soak.PEOPLE))
    gateway = Gateway("m1", "prod", tmp_path / "m1", 0.0)
    sent = SentAsk("prod", "m1", "t1", "user", "d" * 64)

    def voted(*votes: tuple[str, SentAsk]) -> dict[str, object]:
        signed = [as_recorded(cast(key_of(by), by, ask, "approve")) for by, ask in votes]
        return {"ticket": "t1", "ask_digest": sent.digest, "votes": signed}

    other = SentAsk("prod", "m1", "t1", "user", "e" * 64)
    assert soak._has_votes(fleet, gateway, voted(("alice", sent), ("bob", sent)))
    assert not soak._has_votes(fleet, gateway, voted(("alice", sent)))
    assert not soak._has_votes(fleet, gateway, voted(("alice", sent), ("alice", sent)))
    assert not soak._has_votes(fleet, gateway, voted(("alice", sent), ("bob", other)))
    assert not soak._has_votes(fleet, gateway, voted(("alice", sent), ("mallory", sent)))
    assert not soak._has_votes(fleet, gateway, None)
