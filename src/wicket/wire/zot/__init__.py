"""zot's wire: an extension greets, registers what it offers, and answers calls while events go by."""

from wicket.wire.zot.connection import Connection, State, extension, host

__all__ = ["Connection", "State", "extension", "host"]
