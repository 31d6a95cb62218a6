"""What an extension follows and what it wants a say in, as far as it has made that clear."""

from wicket.wire.zot.messages import EVENTS, INTERCEPTABLE, Subscribe

__all__ = ["PRESUMED", "Subscription"]

# What one that has not said what it guards is taken to guard, where its failing blocks: that may be its job.
PRESUMED = frozenset({"tool_call"})


class Subscription:
    """All wishes of one extension together. `strict`: its failing blocks, so nothing good is presumed of it."""

    __slots__ = ("_strict", "events", "heeds", "intercepts", "presumed", "unclear")

    def __init__(self, *, strict: bool) -> None:
        self._strict = strict
        self.events: frozenset[str] = frozenset()
        self.intercepts: frozenset[str] = frozenset()
        self.presumed = PRESUMED if strict else frozenset()  # what it has to be asked about, and cannot
        self.heeds = self.presumed  # all that concerns it in some way
        self.unclear = False  # of a strict one: a wish was not understood, or not all of it

    def take(self, wish: Subscribe) -> list[str]:
        """Take in a wish, and say what of it is in vain."""
        events, intercepts = frozenset(wish.events or ()), frozenset(wish.intercept or ())
        self.events |= events & set(EVENTS)
        self.intercepts |= intercepts & set(INTERCEPTABLE)
        in_vain = []
        for kind, unknown in (("event", events - set(EVENTS)), ("intercept", intercepts - set(INTERCEPTABLE))):
            if unknown:
                names = ", ".join(repr(name[:80]) for name in sorted(unknown)[:20])
                in_vain.append(f"subscribes to an unknown {kind}, which is ignored: {names}")
        self._settle(unclear=bool(in_vain))
        return in_vain

    def miss(self) -> None:
        """Learn that there was a wish that nobody could read."""
        self._settle(unclear=True)

    def _settle(self, *, unclear: bool) -> None:
        if self._strict:
            self.unclear = self.unclear or unclear
            understood = self.intercepts and not self.unclear
            self.presumed = frozenset() if understood else PRESUMED - self.intercepts
        self.heeds = self.events | self.intercepts | self.presumed
