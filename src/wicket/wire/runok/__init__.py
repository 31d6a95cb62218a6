"""runok's wire: one question about a command, the end of input, one answer, and goodbye."""

from wicket.wire.runok.connection import Connection, State, extension, host

__all__ = ["Connection", "State", "extension", "host"]
