"""gevals' wire: an extension says what it can do, then does it, step by step, until it is told to stop."""

from wicket.wire.gevals.connection import Connection, State, extension, host

__all__ = ["Connection", "State", "extension", "host"]
