"""What is right and wrong with the fleet as seen from here: as a machine's, or as the hub's."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from wicket.fleet.claims import lifetime
from wicket.fleet.errors import FleetError
from wicket.fleet.hub_connection import connected
from wicket.fleet.hub_facts import HubFacts, ask_facts
from wicket.fleet.hub_files import HubFiles, NoHub
from wicket.fleet.hub_helper import facts_of
from wicket.fleet.membership_files import MachineFiles, NoMember
from wicket.fleet.roster import Known, Roster, read_roster

__all__ = ["Check", "checks_here"]

DAY_S = 24 * 3600.0


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at."""

    name: str
    fine: bool
    says: str


async def checks_here(home: Path, now: Callable[[], float]) -> list[Check]:
    """Look at everything that this home is part of.

    Raises:
        NoMember: it is part of nothing.
    """
    found = []
    for look in (_as_machine, _as_hub):
        try:
            found += await look(home, now)
        except (NoMember, NoHub):
            continue
    if not found:
        raise NoMember(
            "there is no fleet here: this is no hub and no machine of one; see `wicket fleet init` and `enroll`"
        )
    return found


async def _as_machine(home: Path, now: Callable[[], float]) -> list[Check]:
    files = MachineFiles(home)
    member = files.membership()
    found = [Check("machine", True, f"{member.machine} of {member.group}")]
    _, ends = lifetime(member.claim)
    left = ends - now()
    found.append(
        Check("claim", left > 0, f"lasts {_long(left)}" if left > 0 else "it has ended; enrol again with an invitation")
    )
    kept = files.roster(member)
    roster = None if kept.data is None else read_roster(kept.data, kept.known)[0]
    try:
        async with connected(member.login(files.key())) as link:
            found.append(Check("hub", True, f"{link.address} is there"))
            found.append(_of_server(await ask_facts(link, "m.get.hub")))
            if (stored := await link.fetch("m.get.roster")) is not None:
                roster, _ = read_roster(stored.data, kept.known)
    except FleetError as error:
        found.append(Check("hub", False, str(error)))
    return [*found, _of_roster(roster, now())]


async def _as_hub(home: Path, now: Callable[[], float]) -> list[Check]:
    files = HubFiles(home / "fleet" / "hub")
    plan = files.plan()
    found, roster = [], None
    try:
        async with connected(files.system_login()) as system:
            found.append(Check("hub", True, f"{plan.address} is there"))
            found.append(_of_server(await facts_of(system, "")))
        async with connected(files.helper_login()) as link:
            if (stored := await link.fetch("$JS.API.DIRECT.GET.ROSTER.w.roster")) is not None:
                roster, _ = read_roster(stored.data, Known(plan.root))
            found.append(_of_roster(roster, now()))
    except FleetError as error:
        found.append(Check("hub", False, str(error)))
    return found


def _of_server(facts: HubFacts | None) -> Check:
    if facts is None:
        return Check("helper", False, "the hub's helper does not answer; asks and votes go on, and nobody new gets in")
    return Check("server", not facts.trouble, facts.trouble or f"nats-server {facts.server} syncs each write")


def _of_roster(roster: Roster | None, now: float) -> Check:
    if roster is None:
        return Check(
            "roster", False, "there is none, so that no vote counts; have the owner run `wicket fleet roster sign`"
        )
    left = roster.expires - now
    if left <= 0:
        return Check("roster", False, f"{roster.number} is over, so that no vote counts; have the owner sign a new one")
    return Check("roster", True, f"{roster.number} counts for {_long(left)}")


def _long(seconds: float) -> str:
    """A length of time, as somebody says it."""
    if seconds >= 2 * DAY_S:
        return f"{seconds / DAY_S:.0f} days"
    return f"{seconds / 3600:.0f} hours" if seconds >= 2 * 3600 else f"{seconds / 60:.0f} minutes"
