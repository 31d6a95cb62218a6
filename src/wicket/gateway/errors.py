"""What goes wrong with the gateway itself; a denial or an expired approval is no error but an answer."""

from wicket.errors import WicketError

__all__ = ["GatewayError", "GrantRefused", "LedgerError", "NotHere", "NotStarted", "NotWaiting", "RuleRefused"]


class GatewayError(WicketError):
    """The gateway cannot do what it was asked to. `str()` says what to do next."""


class GrantRefused(GatewayError):
    """A grant that would cover more than a person can oversee."""


class LedgerError(GatewayError):
    """The record cannot be opened, written or relied on."""


class NotHere(GatewayError):
    """It waits, and this door is not the one that may say yes to it."""


class NotStarted(GatewayError):
    """The gateway cannot serve here."""


class NotWaiting(GatewayError):
    """Nothing under that name waits for an answer (any more)."""


class RuleRefused(GatewayError):
    """A rule that must not be written, or cannot be."""
