"""sudo-proxy's wire: one request on a socket, one response, and the connection is over."""

from wicket.wire.sudo_proxy.connection import NEXT, Connection, State, client, daemon

__all__ = ["NEXT", "Connection", "State", "client", "daemon"]
