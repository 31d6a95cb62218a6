"""The configuration of the NATS server of a hub, as text. Pure.

Every write reaches the disk before it is acknowledged (`sync_interval: always`): with the server's own default, a power
cut loses all that was acknowledged in the last two minutes.
"""

import json
from dataclasses import dataclass

from wicket.fleet.hub_streams import DISK_BYTES, MEMORY_BYTES
from wicket.fleet.messages import SEGMENT_BYTES

__all__ = ["ClusterPlace", "HubPlace", "server_configuration"]

# The largest message and its headers.
_PAYLOAD = SEGMENT_BYTES + 64 * 1024


@dataclass(frozen=True, slots=True)
class HubPlace:
    """Where a hub listens and keeps things. Without `certificate` and `key` it must be a loopback address."""

    host: str
    port: int
    folder: str
    certificate: str = ""
    key: str = ""
    name: str = "wicket-hub"
    cluster: "ClusterPlace | None" = None


@dataclass(frozen=True, slots=True)
class ClusterPlace:
    """Where the servers of a hub listen for each other, `HOST:PORT`: this one, and the others.

    `ca` verifies the others' certificates. Without TLS all of them must be on this machine.
    """

    listen: str
    others: tuple[str, ...]
    ca: str = ""


def server_configuration(place: HubPlace, operator: str, system_account: str, accounts: dict[str, str]) -> str:
    """Write the configuration: the accounts are those of `hub_accounts`, by public key."""
    lines = [
        "# Written by wicket. The server reads it when it starts.",
        f"server_name: {_text(place.name)}",
        f"pid_file: {_text(place.folder + '/server.pid')}",
        f"host: {_text(place.host)}",
        f"port: {place.port}",
        f"max_payload: {_PAYLOAD}",
        "max_control_line: 4096",
        "write_deadline: 10s",
        "ping_interval: 20s",
    ]
    if place.certificate:
        lines += [
            "tls {",
            f"  cert_file: {_text(place.certificate)}",
            f"  key_file: {_text(place.key)}",
            '  min_version: "1.3"',
            "  handshake_first: true",
            "}",
        ]
    if place.cluster is not None:
        lines += _cluster(place, place.cluster)
    lines += [
        "jetstream {",
        f"  store_dir: {_text(place.folder + '/store')}",
        "  sync_interval: always",
        f"  max_file_store: {DISK_BYTES}",
        f"  max_memory_store: {MEMORY_BYTES}",
        "}",
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
    return "\n".join(lines) + "\n"


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
