"""What the server of a region keeps in its folder, and what the hub keeps of it. Both are written at the hub.

    region.json    where it is, and whom it serves
    region-keys.json   the keys of its helper, and of the account that its server speaks in
    NAME.creds     a login of its server at the hub, for each account that it joins
    hub.conf       the configuration of its server

The folder is carried to the region's machine. At the hub `regions/NAME.json` says which keys it has, for revoking them.
None of them is in a roster, and none can let anybody in.
"""

import os
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeVar
from urllib.parse import urlsplit

import msgspec

from wicket.fleet.claims import Account, limited_claim, user_claim
from wicket.fleet.errors import BadMessage, FleetError
from wicket.fleet.hub_accounts import operator, signed_accounts
from wicket.fleet.hub_address import addresses, checked_address
from wicket.fleet.hub_configuration import HubPlace, Joining, region_configuration, region_server_name
from wicket.fleet.hub_connection import Login
from wicket.fleet.hub_files import HubFiles
from wicket.fleet.key_files import new_key
from wicket.fleet.nats_subjects_and_rights import checked_name, inbox_prefix
from wicket.fleet.private_files import read_private, write_private
from wicket.fleet.region_rights_and_accounts import helper_rights, joining_rights, region_accounts
from wicket.fleet.signing_keys import KeyPair, Kind
from wicket.state_files import make_private

__all__ = ["KnownRegion", "RegionFiles", "RegionPlan", "known_region", "make_region"]

_MOST_BYTES: Final = 64 * 1024

T = TypeVar("T")


class RegionPlan(msgspec.Struct, frozen=True, kw_only=True):
    """What a region is. `address`: where its members reach it. Without `certificate` it is for this machine alone.

    `ca`: the certificates that its server and its helper trust, if those of the hub are from an authority of its own.
    """

    name: str
    address: str
    listen_host: str
    listen_port: int
    groups: tuple[str, ...]
    people: tuple[str, ...] = ()
    certificate: str = ""
    certificate_key: str = ""
    ca: str = ""


class KnownRegion(msgspec.Struct, frozen=True, kw_only=True):
    """What the hub knows of a region: `keys` are those it logs in with, by the account that they are of."""

    name: str
    address: str
    groups: tuple[str, ...]
    people: tuple[str, ...]
    keys: dict[str, tuple[str, ...]]


class _Keys(msgspec.Struct, frozen=True):
    system: str
    helper: str
    claim: str


@dataclass(frozen=True, slots=True)
class RegionFiles:
    """The files of a region's server in `folder`."""

    folder: Path

    @property
    def exists(self) -> bool:
        """Whether there is a region."""
        return os.path.lexists(self.folder / "region.json")

    def plan(self) -> RegionPlan:
        """What the region is.

        Raises:
            FleetError: it cannot be read.
        """
        return _decoded(self.folder / "region.json", RegionPlan)

    def helper_login(self) -> Login:
        """How the region's helper comes in at its own server, to ask the hub.

        Raises:
            FleetError: it cannot be read.
        """
        plan, keys = self.plan(), self._keys()
        key = KeyPair.from_secret_text(keys.helper)
        return Login(plan.address, keys.claim, key, inbox_prefix("r", "", plan.name), plan.ca)

    def system_login(self) -> Login:
        """How it reaches the server itself.

        Raises:
            FleetError: it cannot be read.
        """
        plan, key = self.plan(), new_key(Kind.USER)
        claim = user_claim(KeyPair.from_secret_text(self._keys().system), "system", key.public, int(time.time()))
        return Login(plan.address, claim, key, "_I.sys", plan.ca)

    def _keys(self) -> _Keys:
        return _decoded(self.folder / "region-keys.json", _Keys)


def known_region(hub: HubFiles, name: str) -> KnownRegion:
    """What the hub knows of a region.

    Raises:
        FleetError: there is none of that name, or it cannot be read.
    """
    path = _known(hub, name)
    if not os.path.lexists(path):
        raise FleetError(f"the hub knows no region {name}; make it with `wicket fleet region {name}`")
    return _decoded(path, KnownRegion)


def make_region(hub: HubFiles, plan: RegionPlan, folder: Path) -> None:
    """Write the folder of a region's server, and remember it at the hub.

    Raises:
        FleetError: there is one already, the hub takes no regions, or the address is not safe.
    """
    _check(hub, plan, folder)
    at_hub, keys, now = hub.plan(), hub.keys(), int(time.time())
    make_private(folder)
    system, helper = new_key(Kind.ACCOUNT), new_key(Kind.USER)
    claim = limited_claim(keys.machines, plan.name, helper.public, helper_rights(plan.name), now, "STANDARD")
    known: dict[str, tuple[str, ...]] = {"machines": (helper.public,)}
    logins: dict[str, str] = {}
    for account, rights in joining_rights(plan.name, plan.groups, plan.people).items():
        signer, key = getattr(keys, account), new_key(Kind.USER)
        login = limited_claim(signer, f"region-{plan.name}", key.public, rights, now, "LEAFNODE")
        path = folder / f"{account}.creds"
        write_private(path, _credentials(login, key))
        logins[signer.public] = str(path)
        known[account] = (*known.get(account, ()), key.public)
    place = HubPlace(
        plan.listen_host,
        plan.listen_port,
        str(folder),
        plan.certificate,
        plan.certificate_key,
        region_server_name(plan.name),
    )
    servers = tuple(
        f"{_host(address)}:{port}" for address, port in zip(at_hub.servers, at_hub.region_ports, strict=True)
    )
    joining = Joining(servers, logins, checked_address(at_hub.servers[0]), plan.ca)
    claims = signed_accounts(keys, (Account("SYSTEM", system.public), *region_accounts(keys)), now)
    text = region_configuration(place, joining, operator(keys, now, system.public), system.public, claims)
    write_private(folder / "hub.conf", text.encode())
    write_private(folder / "region-keys.json", _encoded(_Keys(system.secret_text, helper.secret_text, claim)))
    make_private(_known(hub, plan.name).parent)
    remembered = KnownRegion(name=plan.name, address=plan.address, groups=plan.groups, people=plan.people, keys=known)
    write_private(_known(hub, plan.name), _encoded(remembered))
    write_private(folder / "region.json", _encoded(plan))


def _check(hub: HubFiles, plan: RegionPlan, folder: Path) -> None:
    at_hub = hub.plan()
    checked_name(plan.name, "name of a region")
    if not at_hub.region_ports:
        raise FleetError("the hub takes no regions: it was made without --region-port")
    if os.path.lexists(_known(hub, plan.name)):
        raise FleetError(f"there is a region {plan.name} already; choose another name")
    if os.path.lexists(folder / "region.json"):
        raise FleetError(f"there is a region in {folder} already; name another folder with --to")
    if len(addresses(plan.address)) != 1:
        raise FleetError("a region has one server")
    if checked_address(plan.address) and not (plan.certificate and plan.certificate_key):
        raise FleetError("a region for other machines needs --certificate and --key, as nobody connects without TLS")
    if not plan.groups:
        raise FleetError("name one group at least: --group NAME")
    for group in plan.groups:
        if group not in at_hub.groups:
            raise FleetError(f"the hub has no group {group}; it has {', '.join(at_hub.groups)}")
    for person in plan.people:
        checked_name(person, "name of a person")


def _known(hub: HubFiles, name: str) -> Path:
    return hub.folder / "regions" / f"{checked_name(name, 'name of a region')}.json"


def _host(address: str) -> str:
    """The host of an address, as it stands before a port."""
    host = urlsplit(address).hostname or ""
    return f"[{host}]" if ":" in host else host


def _credentials(claim: str, key: KeyPair) -> bytes:
    """A login as a NATS server reads it from a file."""
    kinds: Mapping[str, str] = {"NATS USER JWT": claim, "USER NKEY SEED": key.secret_text}
    return "\n".join(
        f"-----BEGIN {what}-----\n{text}\n------END {what}------\n" for what, text in kinds.items()
    ).encode()


def _encoded(said: object) -> bytes:
    return msgspec.json.format(msgspec.json.encode(said)) + b"\n"


def _decoded(path: Path, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(read_private(path, _MOST_BYTES), type=kind)
    except ValueError as error:
        raise BadMessage(f"{path} is not what was written there: {error}") from error
