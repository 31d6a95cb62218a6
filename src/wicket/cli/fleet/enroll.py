"""`wicket fleet enroll`: join a fleet with an invitation."""

import os
import platform
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from wicket.cli.extension_folders import wicket_home
from wicket.cli.fleet.passphrases import new_passphrase, passphrase
from wicket.cli.fleet.running import fleet_verb, in_loop
from wicket.cli.key_press_and_password_questions import Asker
from wicket.cli.option_types import PathName
from wicket.cli.output import emit_json, say, say_to_copy
from wicket.cli.raw_terminal import RawTerminal

if TYPE_CHECKING:
    from wicket.fleet.enrolment import Invitation

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

    A machine makes a key of its own, which never leaves it. It pins the root key of the fleet, which signs who may
    approve. Then name the group in your own wicket.yml, and `wicket serve` takes part. A machine that joins again keeps
    its key and its name.

    \b
      gateway:
        fleet: {group: GROUP}

    With an invitation for a person, the key is made here, and encrypted with a passphrase that is asked for. The owner
    of the fleet has to put its public half into the roster.

    \b
    Examples:
      wicket fleet enroll wicket-invitation-1.eyJ2Ijo…
      wicket fleet enroll - --name build-7 < invitation
    """
    from wicket.fleet.people_enrolment import invited_person

    if token == "-":  # noqa: S105 - where to read it
        token = sys.stdin.read(_MOST_CHARACTERS).strip()
    trusted = "" if ca is None else str(ca.absolute())
    if (invited := invited_person(token)) is not None:
        if name:
            raise click.UsageError(f"the invitation is for the person {invited.uses}: leave --name out")
        said = _as_person(invited, trusted)
    else:
        said = _as_machine(token, name or _host_name(), trusted)
    if as_json:
        emit_json(said)


def _as_machine(token: str, name: str, ca: str) -> dict[str, str]:
    from wicket.fleet.enrolment import enroll as join
    from wicket.fleet.membership_files import MachineFiles

    files = MachineFiles(wicket_home())
    member = in_loop(join(token, name, files.key(), ca))
    files.keep(member)
    say(f"this machine is {member.machine} in the group {member.group} of the fleet at {member.hub}")
    say(f"its root is {member.root}; compare it with what the fleet's owner says")
    say(f"now write to your own wicket.yml, and start `wicket serve`: gateway: {{fleet: {{group: {member.group}}}}}")
    return {"machine": member.machine, "group": member.group, "hub": member.hub, "root": member.root}


def _as_person(invited: "Invitation", ca: str) -> dict[str, str]:
    from wicket.fleet.key_files import new_key, open_key, save_key
    from wicket.fleet.people_enrolment import enroll_person
    from wicket.fleet.person_files import PersonFiles
    from wicket.fleet.signing_keys import Kind

    files = PersonFiles(wicket_home())
    files.make_folder()
    name = str(invited.uses)
    if os.path.lexists(files.key):
        key = open_key(files.key, in_loop(_passphrase(name)))
    else:
        key = new_key(Kind.PERSON)
        save_key(files.key, key, in_loop(new_passphrase(f"{name}'s key")))
    member = in_loop(enroll_person(invited, key, ca))
    files.keep(member)
    say(f"you are {member.name} in the fleet at {member.hub}")
    say(f"its root is {member.root}; compare it with what the fleet's owner says")
    say("read your key to the owner, who adds you:")
    say_to_copy(f"wicket fleet roster add {member.name} --key {key.public} --group NAME")
    return {"person": member.name, "key": key.public, "hub": member.hub, "root": member.root}


async def _passphrase(name: str) -> str:
    with RawTerminal() as keypad:
        return await passphrase(Asker(keypad), f"passphrase of {name}'s key: ")


def _host_name() -> str:
    """The name of this host, spelled as names in a fleet are."""
    return re.sub(r"[^a-z0-9]+", "-", platform.node().partition(".")[0].lower()).strip("-")[:63]
