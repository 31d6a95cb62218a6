"""`wicket fleet demo`: a hub and three gateways to try, that leave nothing behind."""

import shlex
import signal
import tempfile
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING

import click

from wicket.cli.fleet.running import fleet_verb
from wicket.cli.output import say

if TYPE_CHECKING:
    from wicket.demo.fleet_of_three import FleetOfThree

__all__ = ["demo"]


@click.command()
@fleet_verb
def demo() -> None:
    """Try a fleet: a hub, the machines dev, ci and prod, and two people who approve. prod needs both.

    Everything is in a folder of its own, which is gone when you stop with Ctrl-C.

    \b
    Examples:
      wicket fleet demo
    """
    from wicket.demo.fleet_of_three import PASSPHRASE, FleetOfThree, program

    stop = Event()
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda *_: stop.set())
    with tempfile.TemporaryDirectory(prefix="wicket-") as made:
        fleet = FleetOfThree(Path(made), program())
        try:
            say("starting a hub and three gateways …")
            with fleet.running():
                propose(fleet, PASSPHRASE)
                while not stop.wait(1.0):  # so that Ctrl-C is heard
                    pass
        except KeyboardInterrupt:
            pass
        say("ended; nothing is left")


def propose(fleet: "FleetOfThree", passphrase: str) -> None:
    """Say what to try in another terminal."""
    say(f"A fleet to try. The passphrase of both people is: {passphrase}")
    say("In other terminals:")
    say("")
    dev, prod, alice, bob, hub = (
        shlex.quote(str(fleet.command(name))) for name in ("dev", "prod", "alice", "bob", "hub")
    )
    for words, outcome in (
        (f"{dev} run -- echo hello", "waits for a vote, in the inbox of all three machines"),
        (
            f"{alice} fleet console",
            "one inbox in a browser, with machines, policies and records; see also: fleet inbox",
        ),
        (f"{alice} fleet approve", "shows all of it, asks, and signs"),
        (f"{prod} run -- echo deploy", f"needs two votes: alice's, and then {bob} fleet approve"),
        (
            f"{alice} fleet policy push {shlex.quote(str(fleet.policy))} --group dev",
            f"a policy of the fleet, which allows dev to run date; who has it: {hub} fleet machines",
        ),
        (
            f"{fleet.stop_hub_command()}; {dev} run --timeout 20 -- echo again",
            f"without the hub nothing that is asked runs; {hub} fleet hub --server starts it again",
        ),
    ):
        say(f"  {words}")
        say(f"      {outcome}")
    say("")
    say("Ctrl-C here ends it all.")
