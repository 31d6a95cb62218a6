"""runok's wire: one question about a command, the end of input, one answer, and goodbye."""

from wicket.wire.runok.connection import NEXT, Connection, State, extension, host

__all__ = ["NEXT", "Connection", "State", "extension", "host"]
