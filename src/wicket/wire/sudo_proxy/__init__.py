"""sudo-proxy's wire: one request on a socket, one response, and the connection is over."""

from wicket.wire.sudo_proxy.connection import Connection, State, client, daemon

__all__ = ["Connection", "State", "client", "daemon"]
