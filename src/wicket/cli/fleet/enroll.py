"""`wicket fleet enroll`: join a fleet with an invitation."""

import platform
import re
import sys
from pathlib import Path

import click

from wicket.cli.extension_folders import wicket_home
from wicket.cli.fleet.running import fleet_verb, in_loop
from wicket.cli.option_types import PathName
from wicket.cli.output import emit_json, say

__all__ = ["enroll"]

# Longer than any invitation.
_MOST_CHARACTERS = 16 * 1024


@click.command()
@click.argument("token")
@click.option(
    "--name", default="", metavar="NAME", help="What this machine is called in its group; else its host name."
)
@click.option("--ca", type=PathName(), help="The certificates to trust, if the hub's is from an authority of your own.")
@click.option("--json", "as_json", is_flag=True, help="As an object.")
@fleet_verb
def enroll(token: str, name: str, ca: Path | None, as_json: bool) -> None:
    """Join a fleet with the invitation TOKEN, which `wicket fleet invite` has made; `-` reads it from standard input.

    The machine makes a key of its own, which never leaves it. It pins the root key of the fleet, which signs who may
    approve. Then name the group in your own wicket.yml, and `wicket serve` takes part:

    \b
      gateway:
        fleet: {group: GROUP}

    A machine that joins again keeps its key and its name.

    \b
    Examples:
      wicket fleet enroll wicket-invitation-1.eyJ2Ijo…
      wicket fleet enroll - --name build-7 < invitation
    """
    from wicket.fleet.enrolment import enroll as join
    from wicket.fleet.membership_files import MachineFiles

    if token == "-":  # noqa: S105 - where to read it
        token = sys.stdin.read(_MOST_CHARACTERS).strip()
    files = MachineFiles(wicket_home())
    called = name or _host_name()
    membership = in_loop(join(token, called, files.key(), "" if ca is None else str(ca.absolute())))
    files.keep(membership)
    if as_json:
        emit_json({key: getattr(membership, key) for key in ("machine", "group", "hub", "root")})
        return
    say(f"this machine is {membership.machine} in the group {membership.group} of the fleet at {membership.hub}")
    say(f"its root is {membership.root}; compare it with what the fleet's owner says")
    say(
        f"now write to your own wicket.yml, and start `wicket serve`: gateway: {{fleet: {{group: {membership.group}}}}}"
    )


def _host_name() -> str:
    """The name of this host, spelled as names in a fleet are."""
    return re.sub(r"[^a-z0-9]+", "-", platform.node().partition(".")[0].lower()).strip("-")[:63]
