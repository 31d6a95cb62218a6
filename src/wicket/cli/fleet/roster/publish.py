"""`wicket fleet roster publish`: put a signed roster into force, at the hub."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from wicket.cli.fleet.hub_folder import hub_files, with_hub_folder
from wicket.cli.fleet.running import fleet_verb, in_loop
from wicket.cli.option_types import PathName
from wicket.cli.output import emit_json, say

if TYPE_CHECKING:
    from wicket.fleet.hub_files import HubFiles
    from wicket.fleet.roster import Roster

__all__ = ["publish", "published"]


@click.command()
@click.argument("file", type=PathName())
@click.option("--json", "as_json", is_flag=True, help="As an object.")
@with_hub_folder
@fleet_verb
def publish(file: Path, as_json: bool, folder: Path | None) -> None:
    """Publish the signed roster in FILE. Run it at the hub; the hub cannot change what is signed.

    \b
    Examples:
      wicket fleet roster publish roster.signed
    """
    from wicket.fleet.errors import FleetError

    try:
        data = file.read_bytes()
    except OSError as error:
        raise FleetError(f"cannot read {file}: {error.strerror}") from error
    roster = in_loop(published(hub_files(folder), data))
    if as_json:
        emit_json({"number": roster.number, "expires": roster.expires})
    else:
        say(f"published roster {roster.number}")


async def published(files: "HubFiles", data: bytes) -> "Roster":
    """Have the hub store a roster, if it is one that machines would take.

    Raises:
        NoHub: there is no hub in that folder.
        FleetError: it is not signed by the fleet's root, or older than the one in force.
        HubAway: the hub does not answer.
    """
    from wicket.fleet.hub_connection import connected
    from wicket.fleet.roster import Known, read_roster

    known = Known(files.plan().root)
    async with connected(files.helper_login()) as link:
        stored = await link.fetch("$JS.API.DIRECT.GET.ROSTER.w.roster")
        if stored is not None:
            _, known = read_roster(stored.data, known)
        roster, _ = read_roster(data, known)
        await link.store("w.roster", data)
    return roster
