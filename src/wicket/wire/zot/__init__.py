"""zot's wire: an extension greets, registers what it offers, and answers calls while events go by."""

from wicket.wire.zot.connection import NEXT, Connection, State, extension, host

__all__ = ["NEXT", "Connection", "State", "extension", "host"]
