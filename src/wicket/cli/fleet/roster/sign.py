"""`wicket fleet roster sign`: sign the roster, and publish it if the hub is on this machine."""

from pathlib import Path

import click

from wicket.cli.extension_folders import wicket_home
from wicket.cli.fleet.hub_folder import hub_files, with_hub_folder
from wicket.cli.fleet.passphrases import passphrase
from wicket.cli.fleet.roster.publish import published
from wicket.cli.fleet.running import fleet_verb, in_loop
from wicket.cli.key_press_and_password_questions import Asker
from wicket.cli.output import emit_json, say
from wicket.cli.raw_terminal import RawTerminal

__all__ = ["sign"]

DAY_S = 24 * 3600.0


@click.command()
@click.option("--days", type=click.IntRange(1, 366), default=7, show_default=True, help="For how long it counts.")
@click.option("--json", "as_json", is_flag=True, help="As an object.")
@with_hub_folder
@fleet_verb
def sign(days: int, as_json: bool, folder: Path | None) -> None:
    """Sign the roster with the root key, whose passphrase is asked for. Past its end no vote counts: sign again before.

    If the hub is on this machine it is published. Else it is in a file, which `wicket fleet roster publish` takes.

    \b
    Examples:
      wicket fleet roster sign
      wicket fleet roster sign --days 30
    """
    from wicket.fleet.hub_files import NoHub
    from wicket.fleet.root_files import RootFiles

    files = RootFiles(wicket_home())
    files.draft()
    root = files.open(in_loop(_passphrase()))
    roster, data = files.sign(root, days * DAY_S)
    try:
        in_loop(published(hub_files(folder), data))
        is_published = True
    except NoHub:
        is_published = False
    if as_json:
        emit_json(
            {
                "number": roster.number,
                "expires": roster.expires,
                "published": is_published,
                "file": str(files.signed),
            }
        )
    elif is_published:
        say(f"signed roster {roster.number}, which counts for {days} days, and published it")
    else:
        say(f"signed roster {roster.number}, which counts for {days} days: take {files.signed} to the hub,")
        say("and run `wicket fleet roster publish FILE` there")


async def _passphrase() -> str:
    with RawTerminal() as keypad:
        return await passphrase(Asker(keypad), "passphrase of the root key: ")
