"""`wicket fleet machines`: who has joined, and who is there."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from wicket.cli.fleet.hub_folder import hub_files, with_hub_folder
from wicket.cli.fleet.running import fleet_verb, in_loop
from wicket.cli.output import emit_json, say
from wicket.cli.tables import emit_table

if TYPE_CHECKING:
    from wicket.fleet.hub_files import HubFiles
    from wicket.fleet.machine_list import Listed

__all__ = ["machines"]


@click.command()
@click.option("--group", default="", metavar="NAME", help="Only those of this group.")
@click.option("--json", "as_json", is_flag=True, help="As a list of objects.")
@with_hub_folder
@fleet_verb
def machines(group: str, as_json: bool, folder: Path | None) -> None:
    """List the machines that have joined, with what each says of itself while it is there. Run it at the hub.

    Machines that came with an invitation for several are listed as long as they are there.

    \b
    Examples:
      wicket fleet machines
      wicket fleet machines --group prod --json
    """
    found = in_loop(_listed(hub_files(folder), group))
    if as_json:
        emit_json([each.as_plain() for each in found])
    elif found:
        emit_table(
            ["group", "machine", "is", "wicket", "policy", "waiting", "record"], [each.as_row() for each in found]
        )
    else:
        say("no machine has joined; see `wicket fleet invite`")


async def _listed(files: "HubFiles", group: str) -> "list[Listed]":
    from wicket.fleet.hub_connection import connected
    from wicket.fleet.machine_list import listed

    async with connected(files.helper_login()) as link:
        return await listed(link, group)
