"""Why a sandbox does not hold a command: nothing is run then."""

from wicket.errors import WicketError

__all__ = ["CannotHold"]


class CannotHold(WicketError):
    """A profile cannot be held here. The message says what stands in the way, and what to do about it."""
