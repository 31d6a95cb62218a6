"""What a hub keeps, in a folder for its owner alone: what it is, its keys, its servers' configurations and its store.

The configuration is written once. Who was cut off since stands in the accounts that the server keeps itself, and a
configuration that were written anew would be newer than these.
"""

import os
import time
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Final, TypeVar
from urllib.parse import urlsplit

import msgspec

from wicket.fleet.claims import user_claim
from wicket.fleet.errors import BadMessage, FleetError
from wicket.fleet.hub_accounts import HubKeys, accounts, operator, signed_accounts
from wicket.fleet.hub_address import addresses, checked_address
from wicket.fleet.hub_configuration import ClusterPlace, HubPlace, server_configuration
from wicket.fleet.hub_connection import Login
from wicket.fleet.hub_streams import DISK_BYTES, MEMORY_BYTES
from wicket.fleet.key_files import new_key
from wicket.fleet.nats_subjects_and_rights import checked_name
from wicket.fleet.private_files import read_private, write_private
from wicket.fleet.signing_keys import KeyPair, Kind, public_key
from wicket.state_files import make_private

__all__ = ["HubFiles", "HubPlan", "NoHub"]

_MOST_BYTES: Final = 64 * 1024

# How many servers a hub may have: they agree by majority.
SERVERS: Final = (1, 3, 5)


T = TypeVar("T")


class NoHub(FleetError):
    """There is no hub in a folder."""


class HubPlan(msgspec.Struct, frozen=True, kw_only=True):
    """What a hub is. `address`: where members reach it. Without `certificate` it is for this machine alone.

    `ca`: the certificates that the helper itself trusts, if the hub's is from an authority of its own.

    A hub of several servers has their addresses, with commas between them, and `routes`: where each of them listens for
    the others, in the same order. `listen_host` and `listen_port` are then those of the first one.

    `region_ports`: where servers of regions join, one for each server; empty: nowhere.
    """

    address: str
    listen_host: str
    listen_port: int
    groups: tuple[str, ...]
    root: str
    certificate: str = ""
    certificate_key: str = ""
    ca: str = ""
    routes: tuple[str, ...] = ()
    region_ports: tuple[int, ...] = ()

    @property
    def servers(self) -> tuple[str, ...]:
        """The addresses of its servers."""
        return addresses(self.address)


@dataclass(frozen=True, slots=True)
class HubFiles:
    """The files of a hub in `folder`."""

    folder: Path

    def check(self, plan: HubPlan) -> None:
        """Make sure that this hub can be made.

        Raises:
            FleetError: there is one already, the address is not safe, or a name is none.
        """
        if os.path.lexists(self.folder / "hub.json"):
            raise FleetError(f"there is a hub in {self.folder} already; name another folder with --folder")
        has_tls = {checked_address(address) for address in plan.servers}
        if has_tls != {False} and not (plan.certificate and plan.certificate_key):
            raise FleetError("a hub for other machines needs --certificate and --key, as nobody connects without TLS")
        _check_servers(plan, has_tls)
        if not plan.groups:
            raise FleetError("name one group at least: --group NAME")
        for group in plan.groups:
            checked_name(group, "name of a group")
        public_key(plan.root, Kind.PERSON)

    def make(self, plan: HubPlan) -> None:
        """Make a hub: its keys and the server's configuration.

        Raises:
            FleetError: as `check` does, or it cannot be written.
        """
        self.check(plan)
        make_private(self.folder)
        keys = HubKeys(new_key(Kind.OPERATOR), *(new_key(Kind.ACCOUNT) for _ in fields(HubKeys)[1:]))
        secrets = {each.name: getattr(keys, each.name).secret_text for each in fields(HubKeys)}
        now = int(time.time())
        count = len(plan.servers)
        made = accounts(keys, plan.groups, DISK_BYTES * count, MEMORY_BYTES * count)
        says, claims = operator(keys, now), signed_accounts(keys, made, now)
        write_private(self.folder / "keys.json", msgspec.json.format(msgspec.json.encode(secrets)) + b"\n")
        for place in self._places(plan):
            make_private(Path(place.folder))
            text = server_configuration(place, says, keys.system.public, claims)
            write_private(Path(place.folder) / "hub.conf", text.encode())
        write_private(self.folder / "hub.json", msgspec.json.format(msgspec.json.encode(plan)) + b"\n")

    def server_folders(self) -> list[Path]:
        """Where each server has its configuration and its store: here, or one folder each if there are several.

        Raises:
            FleetError: it cannot be read.
        """
        return [Path(place.folder) for place in self._places(self.plan())]

    def _places(self, plan: HubPlan) -> list[HubPlace]:
        ports = plan.region_ports or (0,) * len(plan.servers)
        place = HubPlace(
            plan.listen_host,
            plan.listen_port,
            str(self.folder),
            plan.certificate,
            plan.certificate_key,
            region_port=ports[0],
        )
        if not plan.routes:
            return [place]
        made = []
        for number, (address, route, region_port) in enumerate(zip(plan.servers, plan.routes, ports, strict=True), 1):
            made.append(
                replace(
                    place,
                    port=urlsplit(address).port or plan.listen_port,
                    host=plan.listen_host if plan.certificate else urlsplit(address).hostname or plan.listen_host,
                    folder=str(self.folder / f"server-{number}"),
                    name=f"{place.name}-{number}",
                    region_port=region_port,
                    cluster=ClusterPlace(route, tuple(other for other in plan.routes if other != route), plan.ca),
                )
            )
        return made

    def plan(self) -> HubPlan:
        """What the hub is.

        Raises:
            NoHub: there is none.
            FleetError: it cannot be read.
        """
        path = self.folder / "hub.json"
        if not os.path.lexists(path):
            raise NoHub(f"there is no hub in {self.folder}; run this at the hub, or make one with `wicket fleet init`")
        return _decoded(path, HubPlan)

    def keys(self) -> HubKeys:
        """The hub's keys.

        Raises:
            FleetError: they cannot be read.
        """
        secrets = _decoded(self.folder / "keys.json", dict[str, str])
        try:
            return HubKeys(*(KeyPair.from_secret_text(secrets[each.name]) for each in fields(HubKeys)))
        except KeyError as error:
            raise BadMessage(f"{self.folder / 'keys.json'} lacks the key {error}") from error

    def helper_login(self) -> Login:
        """How the hub's own helper comes in: it may do all in the account with the streams."""
        return self._login(self.keys().fleet, "helper")

    def system_login(self) -> Login:
        """How to reach the server itself."""
        return self._login(self.keys().system, "system")

    def _login(self, account: KeyPair, name: str) -> Login:
        plan, key = self.plan(), new_key(Kind.USER)
        return Login(plan.address, user_claim(account, name, key.public, int(time.time())), key, "_I.hub", plan.ca)


def _check_servers(plan: HubPlan, has_tls: set[bool]) -> None:
    """Make sure that these servers can be one hub.

    Raises:
        FleetError: they cannot.
    """
    count = len(plan.servers)
    if count not in SERVERS or len(set(plan.servers)) != count:
        raise FleetError(f"a hub has one server, three or five, each with an address of its own; these are {count}")
    if len(has_tls) > 1:
        raise FleetError("either all servers of a hub have TLS, or none")
    if len(set(plan.routes)) != (0 if count == 1 else count):
        raise FleetError("say of each server where it listens for the others, and no two at the same place")
    if plan.region_ports and len(plan.region_ports) != count:
        raise FleetError("say one port for regions, or one for each server")
    if count > 1 and plan.certificate and not plan.ca:
        raise FleetError("servers verify each other: name with --ca the certificates that they trust")


def _decoded(path: Path, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(read_private(path, _MOST_BYTES), type=kind)
    except ValueError as error:
        raise BadMessage(f"{path} is not what was written there: {error}") from error
