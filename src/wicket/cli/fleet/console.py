"""`wicket fleet console`: the inbox of all machines in a browser, with the approver's own key."""

import asyncio
import signal
import time

import click

from wicket.cli.extension_folders import wicket_home
from wicket.cli.fleet.running import fleet_verb, in_loop
from wicket.cli.output import emit_json, say

__all__ = ["console"]


@click.command()
@click.option(
    "--port", type=click.IntRange(0, 65535), default=9426, show_default=True, help="The console's port; 0: any."
)
@click.option("--json", "as_json", is_flag=True, help="Say the link as an object.")
@fleet_verb
def console(port: int, as_json: bool) -> None:
    """Serve the console of the fleet on this machine, for you alone, and print its link.

    Asks for the passphrase of your key, and keeps the key in memory until it ends: whoever has the link can vote as you
    for as long. The page shows what waits on all machines of your groups, the machines, their policies, and the records
    if you are an auditor. Ctrl-C or SIGTERM stops.

    \b
    Examples:
      wicket fleet console
      wicket fleet console --port 0
    """
    in_loop(_console(port, as_json))


async def _console(port: int, as_json: bool) -> None:
    from wicket.cli.fleet.as_person import opened_key
    from wicket.fleet.console_inbox import TeamInbox
    from wicket.fleet.person_by_roster_at_hub import at_hub
    from wicket.fleet.person_files import PersonFiles
    from wicket.gateway import debugger_protection
    from wicket.team_console.fleet_console import TeamConsole

    debugger_protection.keep_out()
    files = PersonFiles(wicket_home())
    key = await opened_key(files)
    async with at_hub(files, key, time.time) as me:  # what is wrong is said here, and not on a page
        if me.trouble:
            say(f"wicket: {me.trouble}")
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    served = TeamConsole(TeamInbox(files, key), port)
    if as_json:
        emit_json({"link": served.link})
    else:
        say("The console of the fleet; Ctrl-C ends it:")
        say(served.link)
    await served.run(stop)
