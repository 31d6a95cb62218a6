"""Addresses of a hub, and what a connection to them is protected with. Pure, but for reading certificates."""

import ipaddress
import ssl
from urllib.parse import urlsplit

from wicket.fleet.errors import FleetError

__all__ = ["addresses", "checked_address", "tls_context"]


def addresses(said: str) -> tuple[str, ...]:
    """The addresses of a hub: one, or those of its servers with commas between them."""
    return tuple(each.strip() for each in said.split(","))


def checked_address(address: str) -> bool:
    """Whether a connection to this address has TLS. Without it nobody connects but to this machine itself.

    Raises:
        FleetError: the address is of another machine, and without TLS.
    """
    parts = urlsplit(address)
    if parts.scheme == "tls" and parts.hostname:
        return True
    if parts.scheme == "nats" and parts.hostname and _is_loopback(parts.hostname):
        return False
    raise FleetError(f"{address} is no safe address of a hub; use tls://HOST:PORT")


def tls_context(address: str, ca: str) -> ssl.SSLContext | None:
    """What a connection to a hub is protected with; None: nothing, as it stays on this machine. `ca`: a file, or none.

    Raises:
        FleetError: an address is not safe, or the certificates cannot be read.
    """
    if len(have := {checked_address(place) for place in addresses(address)}) > 1:
        raise FleetError(f"{address}: either all servers of a hub have TLS, or none")
    if True not in have:
        return None
    try:
        return ssl.create_default_context(cafile=ca or None)
    except (OSError, ssl.SSLError) as error:
        raise FleetError(f"cannot read the certificates in {ca}: {error}") from error


def _is_loopback(host: str) -> bool:
    """Whether an address is of this machine. A name is not believed: whoever answers for names could say anything."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
