"""`wicket fleet revoke`: cut a machine or a person off."""

import os
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from wicket.cli.extension_folders import wicket_home
from wicket.cli.fleet.hub_folder import hub_files, with_hub_folder
from wicket.cli.fleet.running import fleet_verb, in_loop
from wicket.cli.output import emit_json, say
from wicket.cli.terminal_or_token_approval import approved, with_yes

if TYPE_CHECKING:
    from wicket.fleet.hub_files import HubFiles

__all__ = ["revoke"]


@click.command()
@click.argument("name")
@click.option("--group", default="", metavar="NAME", help="The group of the machine; needed if there are several.")
@click.option("--person", is_flag=True, help="NAME is a person, and not a machine.")
@click.option("--region", is_flag=True, help="NAME is a region, whose server is cut off.")
@click.option("--json", "as_json", is_flag=True, help="As an object.")
@with_yes
@with_hub_folder
@fleet_verb
def revoke(name: str, group: str, person: bool, region: bool, as_json: bool, yes: bool, folder: Path | None) -> None:
    """Cut the machine NAME off, at once and for good: its key is never let in again. Run it at the hub.

    To take away the votes of a person, sign a roster without them (`wicket fleet roster remove`): --person only ends
    their access to the hub. With --region the server of a region is cut off, and all who reach the hub through it.
    Asks on the terminal; without one, WICKET_APPROVER_TOKEN must be set.

    \b
    Examples:
      wicket fleet revoke build-7 --group ci
      wicket fleet revoke alice --person
      wicket fleet revoke eu --region
    """
    from wicket.fleet.errors import FleetError

    files = hub_files(folder)
    groups = files.plan().groups
    if region and (person or group):
        raise click.UsageError("--region is said alone")
    if not person and not group and not region:
        if len(groups) != 1:
            raise click.UsageError(f"say --group, which is one of {', '.join(groups)}")
        [group] = groups
    what = f"the person {name}" if person else f"the machine {name} of {group}"
    if region:
        from wicket.fleet.region_files import known_region

        what, keys = f"the region {name}", known_region(files, name).keys
    else:
        found = in_loop(_keys(files, group, name, person))
        keys = {"approvers" if person else "machines": tuple(found)} if found else {}
    listed = [key for each in keys.values() for key in each]
    if not keys:
        raise FleetError(f"{what} has never come in; see `wicket fleet machines`")
    if not approved([f"{what}, key {', '.join(listed)}"], "Cut off for good?", wicket_home(), os.environ, yes=yes):
        say("nobody was cut off")
        raise SystemExit(1)
    in_loop(_cut_off(files, keys))
    if as_json:
        emit_json({"name": name, "group": group, "person": person, "region": region, "keys": listed})
    else:
        say(f"cut off {what}")


async def _keys(files: "HubFiles", group: str, name: str, person: bool) -> list[str]:
    from wicket.fleet.hub_connection import connected
    from wicket.fleet.machine_list import key_of_machine
    from wicket.fleet.people_enrolment import person_keys

    async with connected(files.helper_login()) as link:
        if person:
            return await person_keys(link, name)
        key = await key_of_machine(link, group, name)
        return [key] if key else []


async def _cut_off(files: "HubFiles", keys: Mapping[str, Sequence[str]]) -> None:
    from wicket.fleet.hub_connection import connected
    from wicket.fleet.revocation import revoke as refuse

    async with connected(files.system_login()) as system:
        for account, refused in keys.items():
            for key in refused:
                await refuse(system, files.keys(), files.plan().groups, account, key, int(time.time()))
