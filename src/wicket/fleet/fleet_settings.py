"""What the operator says of the fleet: `gateway.fleet` in their own file. Pure.

    gateway:
      fleet:
        group: ci                   # as in the invitation; needed
        hub: tls://hub.example:4222 # or several; those of the invitation if nothing is said
        classes: [user, root]       # what the fleet decides; the rest is decided at the machine
        local_doors: deny           # what may be done at the machine: deny, or approve
        offline: wait               # while the hub is away: wait, or local
        offline_after_s: 60         # for `local`: when the hub counts as away
        replicate: true             # the hub gets a copy of the record

The mistakes of a file are found when it is loaded, each with its line. What is read here is checked again all the same.
"""

from dataclasses import dataclass, field, fields
from typing import Any, Final, Literal

from wicket.fleet.errors import FleetError
from wicket.fleet.nats_subjects_and_rights import checked_name

__all__ = ["BadFleetSettings", "FleetSettings", "read_settings"]

Class = Literal["user", "root"]

_CHOICES: Final = {"local_doors": ("deny", "approve"), "offline": ("wait", "local")}
_CLASSES: Final = ("user", "root")


class BadFleetSettings(FleetError):
    """`gateway.fleet` says what cannot be."""


@dataclass(frozen=True, slots=True)
class FleetSettings:
    """The settings, with what holds where nothing is said."""

    group: str
    hub: tuple[str, ...] = ()
    classes: tuple[Class, ...] = ("user", "root")
    local_doors: Literal["deny", "approve"] = "deny"
    offline: Literal["wait", "local"] = "wait"
    offline_after_s: float = field(default=60.0)
    replicate: bool = True


def read_settings(said: object) -> FleetSettings:
    """Take the settings out of what the operator's file says under `gateway.fleet`.

    Raises:
        BadFleetSettings: a key is unknown, or its value is not of its kind.
    """
    if not isinstance(said, dict):
        raise BadFleetSettings("gateway.fleet: write `group: NAME` below it")
    known = [each.name for each in fields(FleetSettings)]
    for key in said:
        if key not in known:
            raise BadFleetSettings(f"gateway.fleet.{key}: there is no such setting; there are {', '.join(known)}")
    if "group" not in said:
        raise BadFleetSettings("gateway.fleet: `group` is missing; name the group of the invitation")
    try:
        return FleetSettings(**{key: _read(key, value) for key, value in said.items()})
    except FleetError as error:
        raise BadFleetSettings(f"gateway.fleet.{error}") from error


def _read(key: str, value: object) -> Any:
    """Check one value, and give it as it is kept."""
    match key, value:
        case "group", str():
            return checked_name(value, "name of a group")
        case "hub", str() if value:
            return (value,)
        case "hub", list() if value and all(isinstance(each, str) and each for each in value):
            return tuple(value)
        case "classes", list() if value and all(each in _CLASSES for each in value):
            return tuple(each for each in _CLASSES if each in value)
        case (("local_doors" | "offline"), str()) if value in _CHOICES[key]:
            return value
        case "offline_after_s", int() if not isinstance(value, bool) and value >= 1:
            return float(value)
        case "replicate", bool():
            return value
        case _:
            raise BadFleetSettings(f"{key}: {value!r} is not {_WANTED[key]}")


_WANTED: Final = {
    "group": "a name",
    "hub": "an address, tls://HOST:PORT, or a list of them",
    "classes": "a list of user and root",
    "local_doors": "deny or approve",
    "offline": "wait or local",
    "offline_after_s": "a number from 1 on",
    "replicate": "true or false",
}
