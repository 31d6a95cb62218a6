"""Joins `wicket serve` to a fleet, if the operator's file says so. Nothing of the fleet is loaded if it does not."""

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from wicket import __version__
from wicket.errors import WicketError
from wicket.gateway.request_lifecycle import Gateway

__all__ = ["FleetNotInstalled", "joined"]


class FleetNotInstalled(WicketError):
    """What the fleet needs is not installed."""


@asynccontextmanager
async def joined(
    operator: Mapping[str, Any],
    gateway: Gateway,
    home: Path,
    record: Path,
    tell: Callable[[str], object],
    alarm: Callable[[str], object],
) -> AsyncIterator[None]:
    """Be part of the fleet that the operator's file names, if it names one.

    Raises:
        FleetNotInstalled: something is missing.
        FleetError: the settings are wrong, or the machine has not joined.
    """
    if operator.get("fleet") is None:
        yield
        return
    try:
        from wicket.fleet.fleet_settings import read_settings
        from wicket.fleet.joined_gateway import JoinedGateway, Surroundings
    except ModuleNotFoundError as error:
        raise FleetNotInstalled(
            f"`gateway.fleet` needs {error.name}; in a checkout of wicket: pip install '.[fleet]'"
        ) from error
    around = Surroundings(home, record, __version__, tell, alarm)
    async with JoinedGateway(gateway, read_settings(operator["fleet"]), around).running():
        yield
