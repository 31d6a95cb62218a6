"""A hub that an older version has made gets the rights of this one, and whoever was cut off stays so."""

import time
from dataclasses import replace
from pathlib import Path

import pytest

from fleet.hubs import GROUPS, Hub, running_hub
from fleet.people import key_of
from fleet.test_hub_helper import helped
from wicket.fleet.account_renewal import bring_up_to_date
from wicket.fleet.claims import account_claim
from wicket.fleet.errors import HubRefused
from wicket.fleet.hub_accounts import accounts
from wicket.fleet.hub_connection import connected
from wicket.fleet.hub_streams import DISK_BYTES, MEMORY_BYTES
from wicket.fleet.revocation import publish_account, revoke
from wicket.fleet.signing_keys import Kind


async def grow_old(hub: Hub) -> None:
    """Give approvers fewer rights than they have by now."""
    made = accounts(hub.keys, GROUPS, DISK_BYTES, MEMORY_BYTES)
    [account] = [each for each in made if each.name == "APPROVERS"]
    [role] = account.roles
    fewer = tuple(each for each in role.rights.publish if each != "a.get.roster")
    older = replace(account, roles=(replace(role, rights=replace(role.rights, publish=fewer)),))
    async with connected(hub.system()) as system:
        await publish_account(system, account_claim(hub.keys.operator, older, int(time.time())))


@pytest.mark.rule("F-7", "F-53")
async def test_new_rights_come_and_who_was_cut_off_stays_so(tmp_path: Path) -> None:
    async with running_hub(tmp_path) as hub:
        await grow_old(hub)
        async with connected(hub.approver("alice")) as alice:
            with pytest.raises(HubRefused, match="forbids"):
                await alice.fetch("a.get.roster")
        now = int(time.time())
        async with connected(hub.system()) as system:
            gone = key_of("machine m9", Kind.USER).public
            await revoke(system, hub.keys, GROUPS, "machines", gone, now)
            assert await bring_up_to_date(system, hub.keys, GROUPS, now) == ["APPROVERS"]
            assert await bring_up_to_date(system, hub.keys, GROUPS, now + 60) == []
        async with connected(hub.approver("alice")) as alice:
            assert await alice.fetch("a.get.roster") is None
        with pytest.raises(HubRefused):
            async with connected(hub.machine("m9")):
                pass
        async with connected(hub.machine("m1")) as machine:
            assert await machine.fetch("m.get.roster") is None


async def test_a_hub_of_this_version_is_left_as_it_is(tmp_path: Path) -> None:
    async with helped(tmp_path) as files, connected(files.system_login()) as system:
        assert await bring_up_to_date(system, files.keys(), files.plan().groups, int(time.time())) == []
