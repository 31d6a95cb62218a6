"""What goes wrong between the machines of a fleet; a hub that is away is no error but a state."""

from wicket.errors import WicketError

__all__ = ["BadKey", "BadMessage", "FleetError", "HubAway", "HubRefused", "NotSigned", "Stale", "TooLarge", "TooNew"]


class FleetError(WicketError):
    """The fleet cannot do what it was asked to. `str()` says what to do next."""


class BadKey(FleetError):
    """A key that cannot be read, opened or used for this."""


class BadMessage(FleetError):
    """Bytes that are not what they should be."""


class TooNew(BadMessage):
    """A message of a version that is not known here."""


class TooLarge(BadMessage):
    """A message that no hub takes."""


class NotSigned(FleetError):
    """A document without the signature that it needs."""


class Stale(FleetError):
    """A document that is older than the one in force, or whose time is over."""


class HubAway(FleetError):
    """The hub does not answer, or not in time, or with nonsense."""


class HubRefused(HubAway):
    """The hub is there and forbids it. For whoever waits that is the same as away."""
