"""Joins `wicket serve` to a fleet, if the operator's file says so. Nothing of the fleet is loaded if it does not."""

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wicket import __version__
from wicket.errors import WicketError
from wicket.gateway.request_lifecycle import Gateway

if TYPE_CHECKING:
    from wicket.fleet.joined_gateway import JoinedGateway

__all__ = ["FleetNotInstalled", "Place", "joined"]


class FleetNotInstalled(WicketError):
    """What the fleet needs is not installed."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where the gateway's things are, and whom to tell: `tell` what comes and goes, `alarm` what is wrong for good."""

    home: Path
    record: Path
    tell: Callable[[str], object]
    alarm: Callable[[str], object]


@asynccontextmanager
async def joined(operator: Mapping[str, Any], gateway: Gateway, place: Place) -> AsyncIterator["JoinedGateway | None"]:
    """Be part of the fleet that the operator's file names. None: it names none.

    Raises:
        FleetNotInstalled: something is missing.
        FleetError: the settings are wrong, or the machine has not joined.
    """
    if operator.get("fleet") is None:
        yield None
        return
    try:
        made = _join(operator, gateway, place)
    except ModuleNotFoundError as error:
        raise FleetNotInstalled(
            f"`gateway.fleet` needs {error.name}; in a checkout of wicket: pip install '.[fleet]'"
        ) from error
    async with made.running():
        yield made


def _join(operator: Mapping[str, Any], gateway: Gateway, place: Place) -> "JoinedGateway":
    from wicket.fleet.claim_renewal import ClaimRenewal
    from wicket.fleet.door import DoorSettings, FleetDoor
    from wicket.fleet.errors import FleetError
    from wicket.fleet.fleet_settings import read_settings
    from wicket.fleet.joined_gateway import JoinedGateway, Part
    from wicket.fleet.membership_files import MachineFiles
    from wicket.fleet.presence import Presence, Present
    from wicket.fleet.replicator import Replicator

    settings = read_settings(operator["fleet"])
    files = MachineFiles(place.home)
    membership = files.membership()
    if membership.group != settings.group:
        raise FleetError(
            f"this machine has joined the group {membership.group}, and `gateway.fleet.group` says {settings.group}; "
            "change one of them"
        )
    group, machine = membership.group, membership.machine
    door = FleetDoor(
        gateway,
        DoorSettings(
            group,
            machine,
            settings.local_doors,
            settings.offline,
            settings.offline_after_s,
            settings.classes,
        ),
        files.roster(membership),
    )
    presence = Presence(
        Present(group, machine, __version__, place.record, held=lambda: None, waiting=lambda: len(gateway.pending()))
    )
    others: list[Part] = [presence]
    if settings.replicate:
        replicator = Replicator(
            place.record, group, machine, lambda found: place.alarm(f"the fleet's copy of the record: {found.says}")
        )
        gateway.on_record.append(replicator.notice)
        others.append(replicator)
    return JoinedGateway(
        door,
        ClaimRenewal(membership, files.keep),
        files.key(),
        others,
        addresses=settings.hub,
        tell=place.tell,
    )
