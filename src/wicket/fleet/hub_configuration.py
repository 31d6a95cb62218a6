"""The configurations of the NATS servers of a hub and of a region, as text. Pure.

Every write reaches the disk before it is acknowledged (`sync_interval: always`): with the server's own default, a power
cut loses all that was acknowledged in the last two minutes.

The server of a region keeps no messages. It joins accounts of the hub as a leaf, and passes on what members say.
"""

import json
from dataclasses import dataclass

from wicket.fleet.hub_streams import DISK_BYTES, MEMORY_BYTES
from wicket.fleet.messages import SEGMENT_BYTES
from wicket.fleet.nats_subjects_and_rights import REGION_SERVER

__all__ = [
    "ClusterPlace",
    "HubPlace",
    "Joining",
    "region_configuration",
    "region_server_name",
    "server_configuration",
]

# The largest message and its headers.
_PAYLOAD = SEGMENT_BYTES + 64 * 1024


@dataclass(frozen=True, slots=True)
class HubPlace:
    """Where a server listens and keeps things. Without `certificate` and `key` it must be a loopback address.

    `region_port` is where servers of regions join a hub; 0: none can.
    """

    host: str
    port: int
    folder: str
    certificate: str = ""
    key: str = ""
    name: str = "wicket-hub"
    cluster: "ClusterPlace | None" = None
    region_port: int = 0


@dataclass(frozen=True, slots=True)
class ClusterPlace:
    """Where the servers of a hub listen for each other, `HOST:PORT`: this one, and the others.

    `ca` verifies the others' certificates. Without TLS all of them must be on this machine.
    """

    listen: str
    others: tuple[str, ...]
    ca: str = ""


@dataclass(frozen=True, slots=True)
class Joining:
    """Where a region's server joins the hub, `HOST:PORT`, and the file of the login for each account, by its key.

    `ca` verifies the hub's certificate; empty: as the machine does. `tls` False: the hub is on this machine.
    """

    servers: tuple[str, ...]
    logins: dict[str, str]
    tls: bool
    ca: str = ""


def server_configuration(place: HubPlace, operator: str, system_account: str, accounts: dict[str, str]) -> str:
    """Write the configuration of a hub's server: the accounts are those of `hub_accounts`, by public key."""
    lines = _listening(place)
    if place.cluster is not None:
        lines += _cluster(place, place.cluster)
    if place.region_port:
        lines += [
            "leafnodes {",
            f"  host: {_text(place.host)}",
            f"  port: {place.region_port}",
            *_tls(place, "  "),
            "}",
        ]
    lines += [
        "jetstream {",
        f"  store_dir: {_text(place.folder + '/store')}",
        "  sync_interval: always",
        f"  max_file_store: {DISK_BYTES}",
        f"  max_memory_store: {MEMORY_BYTES}",
        "}",
    ]
    return _written([*lines, *_believing(place, operator, system_account, accounts)])


def region_configuration(
    place: HubPlace, joining: Joining, operator: str, system_account: str, accounts: dict[str, str]
) -> str:
    """Write the configuration of a region's server: the accounts are those of `region_rights_and_accounts`."""
    scheme = "tls" if joining.tls else "nats-leaf"
    urls = ", ".join(_text(f"{scheme}://{server}") for server in joining.servers)
    lines = [*_listening(place), "leafnodes {", '  reconnect: "1s"', "  remotes: ["]
    for account, login in joining.logins.items():
        lines += ["    {", f"      urls: [{urls}]", f"      account: {account}", f"      credentials: {_text(login)}"]
        if joining.tls:
            ca = [f"        ca_file: {_text(joining.ca)}"] if joining.ca else []
            lines += ["      tls {", *ca, '        min_version: "1.3"', "        handshake_first: true", "      }"]
        lines += ["    }"]
    lines += ["  ]", "}"]
    return _written([*lines, *_believing(place, operator, system_account, accounts)])


def region_server_name(region: str) -> str:
    """How a region's server is called, by which clients know that the streams are elsewhere."""
    return f"{REGION_SERVER}{region}"


def _listening(place: HubPlace) -> list[str]:
    """How members come in."""
    return [
        f"server_name: {_text(place.name)}",
        f"pid_file: {_text(place.folder + '/server.pid')}",
        f"host: {_text(place.host)}",
        f"port: {place.port}",
        f"max_payload: {_PAYLOAD}",
        "max_control_line: 4096",
        "write_deadline: 10s",
        "ping_interval: 20s",
        *_tls(place, ""),
    ]


def _tls(place: HubPlace, indent: str) -> list[str]:
    """What a port of this server shows; nothing if all is on this machine."""
    if not place.certificate:
        return []
    lines = [
        "tls {",
        f"  cert_file: {_text(place.certificate)}",
        f"  key_file: {_text(place.key)}",
        '  min_version: "1.3"',
        "  handshake_first: true",
        "}",
    ]
    return [indent + line for line in lines]


def _believing(place: HubPlace, operator: str, system_account: str, accounts: dict[str, str]) -> list[str]:
    """Whom the server believes: accounts that the operator has signed. What it is told later lies in its folder."""
    return [
        f"operator: {operator}",
        f"system_account: {system_account}",
        "resolver {",
        "  type: full",
        f"  dir: {_text(place.folder + '/accounts')}",
        "  allow_delete: false",
        '  interval: "2m"',
        "}",
        "resolver_preload {",
        *(f"  {key}: {claim}" for key, claim in accounts.items()),
        "}",
    ]


def _written(lines: list[str]) -> str:
    return "\n".join(["# Written by wicket. The server reads it when it starts.", *lines]) + "\n"


def _cluster(place: HubPlace, cluster: ClusterPlace) -> list[str]:
    """Three servers keep each stream three times: see `stream_configurations`."""
    lines = [
        "cluster {",
        "  name: wicket",
        f"  listen: {_text(cluster.listen)}",
        f"  routes: [{', '.join(_text(f'nats-route://{other}') for other in cluster.others)}]",
    ]
    if place.certificate:
        lines += [
            "  tls {",
            f"    cert_file: {_text(place.certificate)}",
            f"    key_file: {_text(place.key)}",
            f"    ca_file: {_text(cluster.ca)}",
            "    verify: true",
            "  }",
        ]
    return [*lines, "}"]


def _text(value: str) -> str:
    """A text as the server reads it: quoted, with backslashes as in JSON."""
    return json.dumps(value, ensure_ascii=False)
