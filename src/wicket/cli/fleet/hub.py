"""`wicket fleet hub`: the hub's helper, and its server."""

import asyncio
import signal
from pathlib import Path
from typing import TYPE_CHECKING

import click

from wicket import __version__
from wicket.cli.fleet.hub_folder import hub_files, with_hub_folder
from wicket.cli.fleet.running import fleet_verb, in_loop
from wicket.cli.output import say

if TYPE_CHECKING:
    from wicket.fleet.hub_files import HubFiles

__all__ = ["hub"]


@click.command()
@click.option("--server", is_flag=True, help="Start the NATS server, too, and end it at the end.")
@with_hub_folder
@fleet_verb
def hub(server: bool, folder: Path | None) -> None:
    """Run the hub's helper, which lets machines and people in and renews their claims.

    With --server it also runs the NATS server (nats-server 2.11 or newer, on the PATH). Without the helper nobody new
    gets in; asks and votes go on. It has no key that a roster names, and can approve nothing. Ctrl-C or SIGTERM stops.

    \b
    Examples:
      wicket fleet hub --server
      wicket fleet hub --folder /srv/wicket-hub
    """
    files = hub_files(folder)
    files.plan()
    in_loop(_run(files, server))


async def _run(files: "HubFiles", server: bool) -> None:
    from wicket.fleet.hub_helper import HubHelper
    from wicket.fleet.hub_server import serving
    from wicket.fleet.linked_parts import LinkedParts

    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    plan = files.plan()
    helper = HubHelper(files, __version__)
    linked = LinkedParts(
        files.helper_login,
        [helper],
        away=lambda trouble: say(f"wicket: the server is away: {trouble}"),
        back=lambda: say("wicket: the server is there again"),
    )
    helper.ready = lambda: say(f"the hub is at {plan.address}, for {', '.join(plan.groups)}")
    async with serving(files.folder, wanted=server) as ended, linked.running(), asyncio.TaskGroup() as tasks:
        waits = [tasks.create_task(stop.wait()), tasks.create_task(ended.wait())]
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        for each in waits:
            each.cancel()
