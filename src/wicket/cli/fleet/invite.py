"""`wicket fleet invite`: a token with which a machine or a person joins."""

import secrets
import time
from pathlib import Path

import click

from wicket.cli.fleet.hub_folder import hub_files, with_hub_folder
from wicket.cli.fleet.running import fleet_verb
from wicket.cli.output import emit_json, say

__all__ = ["invite"]


@click.command()
@click.option("--group", default="", metavar="NAME", help="The group that a machine joins.")
@click.option(
    "--machines", type=click.IntRange(1, 1000), default=1, show_default=True, help="For how many machines it is good."
)
@click.option("--person", default="", metavar="NAME", help="Invite a person of this name, and not a machine.")
@click.option("--region", default="", metavar="NAME", help="They come in at the server of this region.")
@click.option("--json", "as_json", is_flag=True, help="As an object.")
@with_hub_folder
@fleet_verb
def invite(group: str, machines: int, person: str, region: str, as_json: bool, folder: Path | None) -> None:
    """Print an invitation, to be given to `wicket fleet enroll`. It is good for 15 minutes, and once.

    With --machines it is good for so many machines of the group, as those of CI: their claims last an hour, and are
    renewed as long as they run; the fleet forgets them afterwards.

    \b
    Examples:
      wicket fleet invite --group ci
      wicket fleet invite --group ci --machines 50
      wicket fleet invite --person alice
      wicket fleet invite --group prod-eu --region eu
    """
    from wicket.fleet.enrolment import INVITED_S, invitation
    from wicket.fleet.errors import FleetError
    from wicket.fleet.key_files import new_key
    from wicket.fleet.region_files import known_region
    from wicket.fleet.signing_keys import Kind

    if bool(group) == bool(person):
        raise click.UsageError("say --group for a machine, or --person for a person")
    files = hub_files(folder)
    plan = files.plan()
    if group and group not in plan.groups:
        raise FleetError(f"the hub has no group {group}; it has {', '.join(plan.groups)}")
    address = plan.address
    if region:
        known = known_region(files, region)
        address = known.address
        if (person or group) not in (known.people if person else known.groups):
            raise FleetError(f"the region {region} does not serve {person or group}; it was made without")
    token = invitation(
        files.keys(),
        address,
        plan.root,
        group,
        id=secrets.token_hex(16),
        key=new_key(Kind.USER),
        now=int(time.time()),
        uses=person or machines,
    )
    if as_json:
        emit_json({"token": token, "seconds": INVITED_S, "group": group, "machines": machines, "person": person})
        return
    click.echo(token)
    say("it is good for 15 minutes; whoever has it gets in: hand it over as you would a password")
