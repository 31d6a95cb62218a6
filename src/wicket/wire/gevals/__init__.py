"""gevals' wire: an extension says what it can do, then does it, step by step, until it is told to stop."""

from wicket.wire.gevals.connection import NEXT, Connection, State, extension, host

__all__ = ["NEXT", "Connection", "State", "extension", "host"]
