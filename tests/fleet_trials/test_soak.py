"""A small soak of a fleet, bounded by what is asked; `make fleet-soak` has the large one."""

import asyncio
import tempfile
from pathlib import Path

import pytest

from fleet.people import key_of
from fleet_trials import processes, soak
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


async def test_what_goes_on_may_take_long_and_what_does_not_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "BOUND_S", 0.2)
    steps = iter([*range(12, 0, -1), 0])
    await processes.dwindles(lambda: next(steps), "it is done", 0.05)  # longer than the bound, in all
    stuck = iter([3, *[2] * 1000])
    with pytest.raises(AssertionError, match="it did not come: it is done: 2 left"):
        await processes.dwindles(lambda: next(stuck), "it is done", 0.01)


async def test_a_fleet_in_which_nothing_ends_any_more_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(soak, "STUCK_S", 0.1)
    monkeypatch.setattr(soak, "LOOK_S", 0.05)
    report = soak.Report()
    storm = soak._Storm(Fleet(tmp_path, soak.GROUPS), soak.Plan(1, asks=1), report, [])
    storm._waits["m0-0-yes"] = 0.0
    async with asyncio.TaskGroup() as tasks:
        agent = tasks.create_task(asyncio.Event().wait())
        await storm._until_over([agent])  # type: ignore[list-item]
        agent.cancel()
    assert report.wrong[0].startswith("m0-0-yes has waited for ")
    assert report.wrong[1:] == ["nothing has ended for 0 s"]


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
