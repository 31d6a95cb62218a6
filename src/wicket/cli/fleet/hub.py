"""`wicket fleet hub`: the hub's helper, and its server."""

import asyncio
import signal
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from wicket import __version__
from wicket.cli.fleet.hub_folder import hub_files, with_hub_folder
from wicket.cli.fleet.running import fleet_verb, in_loop
from wicket.cli.output import say

if TYPE_CHECKING:
    from wicket.fleet.hub_files import HubFiles
    from wicket.fleet.parts_on_one_connection import Part
    from wicket.fleet.record_archive import Archive, Machine
    from wicket.fleet.record_keeper import RecordKeeper
    from wicket.fleet.record_segments import Problem
    from wicket.fleet.region_files import RegionFiles
    from wicket.fleet.webhook_slack_and_ntfy_notices import Shape

__all__ = ["hub"]


@click.command()
@click.option("--server", is_flag=True, help="Start the NATS server, too, and end it at the end.")
@click.option("--tell", metavar="URL", help="Tell this webhook who waits.")
@click.option(
    "--tell-as", type=click.Choice(["json", "slack", "ntfy"]), default="json", show_default=True, help="In which form."
)
@click.option("--console", "console", metavar="URL", help="Where approvers open their console, for links in notices.")
@with_hub_folder
@fleet_verb
def hub(server: bool, tell: str | None, tell_as: "Shape", console: str | None, folder: Path | None) -> None:
    """Run the hub's helper, which lets machines and people in, renews their claims, archives and watches.

    In the folder of a region (`wicket fleet region`) it tells the region's server whom to let in.

    With --server it also runs the NATS server (nats-server 2.11 or newer, on the PATH). Without the helper nobody new
    gets in; asks and votes go on. It has no key that a roster names, and can approve nothing. Ctrl-C or SIGTERM stops.

    \b
    Examples:
      wicket fleet hub --server
      wicket fleet hub --folder /srv/wicket-hub
      wicket fleet hub --tell https://ntfy.example/our-fleet --tell-as ntfy
    """
    from wicket.fleet.region_files import RegionFiles

    files = hub_files(folder)
    if (region := RegionFiles(files.folder)).exists:
        if tell or console:
            raise click.UsageError("--tell and --console are for the hub itself; the server of a region knows no asks")
        in_loop(_run_region(region, server))
        return
    if server and len(files.plan().servers) > 1:
        raise click.UsageError("this hub has several servers: start each by itself, and leave --server out")
    files.plan()
    in_loop(_run(files, server, _notices(tell, tell_as, console)))


def _notices(tell: str | None, shape: "Shape", console: str | None) -> "list[Part]":
    from wicket.fleet.webhook_slack_and_ntfy_notices import LINK, Notices

    return [] if tell is None else [Notices(tell, shape, console or LINK, trouble=lambda said: say(f"wicket: {said}"))]


async def _run(files: "HubFiles", server: bool, notices: "list[Part]") -> None:
    from wicket.fleet.hub_helper import HubHelper
    from wicket.fleet.hub_server import serving
    from wicket.fleet.parts_on_one_connection import LinkedParts
    from wicket.fleet.record_archive import Archive

    stop, plan = _stopped(), files.plan()
    helper = HubHelper(files, __version__)
    archive = Archive(files.folder / "archive.sqlite")
    linked = LinkedParts(
        files.helper_login,
        [helper, _keeper(files, archive), *notices],
        away=lambda trouble: say(f"wicket: the server is away: {trouble}"),
        back=lambda: say("wicket: the server is there again"),
    )
    helper.ready = lambda: say(f"the hub is at {plan.address}, for {', '.join(plan.groups)}")
    async with serving(files.folder, wanted=server) as ended, linked.running():
        await _until(stop, ended)
    archive.close()


async def _run_region(files: "RegionFiles", server: bool) -> None:
    from wicket.fleet.hub_server import serving
    from wicket.fleet.parts_on_one_connection import LinkedParts
    from wicket.fleet.region_helper import RegionHelper

    stop, plan = _stopped(), files.plan()
    here = f"the region {plan.name} is at {plan.address}, for {', '.join(plan.groups)}"
    helper = RegionHelper(files, lambda trouble: say(f"wicket: {plan.name}: {trouble}" if trouble else here))
    linked = LinkedParts(
        files.helper_login, [helper], away=lambda trouble: say(f"wicket: the region's server is away: {trouble}")
    )
    async with serving(files.folder, wanted=server) as ended, linked.running():
        await _until(stop, ended)


def _stopped() -> asyncio.Event:
    """An event that is set by a signal to stop."""
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    return stop


async def _until(stop: asyncio.Event, ended: asyncio.Event) -> None:
    """Wait for one of the two."""
    async with asyncio.TaskGroup() as tasks:
        waits = [tasks.create_task(stop.wait()), tasks.create_task(ended.wait())]
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        for each in waits:
            each.cancel()


def _keeper(files: "HubFiles", archive: "Archive") -> "RecordKeeper":
    """Archives and watches. What is wrong is said here, and cut off is who floods the hub."""
    from wicket.fleet.hub_connection import connected
    from wicket.fleet.machine_list import key_of_machine
    from wicket.fleet.record_keeper import RecordKeeper
    from wicket.fleet.revocation import revoke

    def alarm(machine: "Machine", problem: "Problem") -> None:
        say(f"wicket: {machine.group}/{machine.name}: {problem.what}: {problem.says}")

    async def cut_off(machine: "Machine") -> None:
        async with connected(files.helper_login()) as link:
            key = await key_of_machine(link, machine.group, machine.name)
        if key:
            async with connected(files.system_login()) as system:
                await revoke(system, files.keys(), files.plan().groups, "machines", key, int(time.time()))

    return RecordKeeper(archive, alarm, cut_off)
