"""A gateway in its fleet: which parts run beside it. Make it before the gateway judges and before its doors open."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from wicket.fleet.claim_renewal import ClaimRenewal
from wicket.fleet.errors import FleetError
from wicket.fleet.fleet_settings import FleetSettings
from wicket.fleet.gateway_asks_and_votes import DoorSettings, FleetDoor
from wicket.fleet.gateway_presence import Presence, Present
from wicket.fleet.hub_connection import Login
from wicket.fleet.hub_facts import HubCheck
from wicket.fleet.membership_files import MachineFiles
from wicket.fleet.parts_on_one_connection import LinkedParts, Part
from wicket.fleet.policy_updater import Updater
from wicket.fleet.record_replicator import Replicator
from wicket.gateway.request_lifecycle import Gateway

__all__ = ["JoinedGateway", "Surroundings"]


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Where a gateway's things are, and whom to tell: `tell` what comes and goes, `alarm` what is wrong for good."""

    home: Path
    record: Path
    version: str
    tell: Callable[[str], object]
    alarm: Callable[[str], object]


class JoinedGateway:
    """Make it in a running loop."""

    def __init__(self, gateway: Gateway, settings: FleetSettings, around: Surroundings) -> None:
        """Join.

        Raises:
            FleetError: the machine has not joined a fleet, or another group than the settings say.
        """
        files = MachineFiles(around.home)
        member = files.membership()
        if member.group != settings.group:
            raise FleetError(
                f"this machine has joined the group {member.group}, and `gateway.fleet.group` says {settings.group}; "
                "change one of them"
            )
        group, machine = member.group, member.machine
        doors = DoorSettings(
            group, machine, settings.local_doors, settings.offline, settings.offline_after_s, settings.classes
        )
        self.door = FleetDoor(gateway, doors, files.roster(member), policy=lambda: self.updater.enforced)
        self.updater = Updater(around.home, group, machine, lambda: self.door.roster, gateway.record)
        self.door.on_roster.append(self.updater.notice)
        gateway.below_ask = self.updater.may
        self.claim = ClaimRenewal(member, files.keep)
        present = Present(
            group,
            machine,
            around.version,
            around.record,
            held=lambda: self.updater.held,
            waiting=lambda: len(gateway.pending()),
        )
        parts: list[Part] = [
            self.door,
            self.claim,
            self.updater,
            Presence(present),
            HubCheck("m.get.hub", around.alarm),
        ]
        if settings.replicate:
            replicator = Replicator(
                around.record,
                group,
                machine,
                lambda found: around.alarm(f"the fleet's copy of the record: {found.says}"),
            )
            gateway.on_record.append(replicator.notice)
            parts.append(replicator)
        key, address = files.key(), ",".join(settings.hub) or member.hub

        def login() -> Login:
            return replace(self.claim.membership.login(key), address=address)

        self.linked = LinkedParts(
            login,
            parts,
            away=lambda trouble: around.tell(f"what is asked waits for the fleet's hub: {trouble}"),
            back=lambda: around.tell("the fleet's hub is there again"),
            probe="m.get.roster",
        )

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Run beside the gateway; at the end, tell the inbox what became of what waited."""
        async with self.linked.running(self.door.close):
            yield
