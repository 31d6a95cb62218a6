"""What is red. `tests/cli/fleet/test_status.py` has the whole."""

from functools import partial
from pathlib import Path

import pytest

from fleet.fleets import publish_roster, roster_now
from fleet.hubs import running_hub
from fleet.members import member_of
from machine import Machine
from wicket.fleet.fleet_status import checks_here
from wicket.fleet.membership_files import NoMember


@pytest.mark.rule("F-50")
async def test_a_roster_or_a_claim_that_is_over_is_red(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    async with running_hub(tmp_path) as hub:
        member_of(hub, machine)
        await publish_roster(hub, roster_now())
        now = float(hub.now)
        for later_s, claim, roster in ((0.0, True, True), (2 * 3600.0, True, False), (25 * 3600.0, False, False)):
            found = {each.name: each.fine for each in await checks_here(machine.home, partial(float, now + later_s))}
            assert (found["claim"], found["hub"], found["helper"], found["roster"]) == (claim, True, False, roster)


async def test_where_there_is_no_fleet_that_is_said(tmp_path: Path) -> None:
    with pytest.raises(NoMember, match="there is no fleet here"):
        await checks_here(tmp_path, lambda: 0.0)
