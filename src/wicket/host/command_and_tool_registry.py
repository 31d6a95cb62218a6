"""Who owns a name: of all that offer a command or a tool, the first in the fixed order, whenever it offered it.

Names that the host reserves belong to nobody else, and names that its lists exclude are not given away at all. Every
claim is kept, so that a name passes to the next in order when its owner leaves.
"""

from bisect import insort
from collections.abc import Callable, Collection
from typing import Generic, NamedTuple, Protocol, TypeVar

__all__ = ["Clash", "Offer", "Owner", "Registry"]

Rank = tuple[int, str]


class Owner(Protocol):
    """Who can own a name. `rank` is its place in the fixed order."""

    @property
    def name(self) -> str: ...
    @property
    def rank(self) -> Rank: ...


class Offer(Protocol):
    """What is offered under a name."""

    @property
    def name(self) -> str: ...


OwnerT = TypeVar("OwnerT", bound=Owner)
OfferT = TypeVar("OfferT", bound=Offer)


class Clash(NamedTuple, Generic[OwnerT]):
    """Two want one name. Without a `winner` it is the host that keeps it, for the reason given."""

    sentence: str
    winner: OwnerT | None
    loser: OwnerT


class Registry(Generic[OwnerT, OfferT]):
    """The names of one kind, `command` or `tool`."""

    def __init__(self, kind: str, reserved: Collection[str], admitted: Callable[[str], bool] = lambda _: True) -> None:
        self.kind = kind
        self._reserved = frozenset(reserved)
        self._admitted = admitted
        self._claims: dict[str, list[OwnerT]] = {}  # by name, in order
        self._offers: dict[OwnerT, dict[str, OfferT]] = {}

    def claim(self, owner: OwnerT, offer: OfferT) -> Clash[OwnerT] | None:
        """Take in an offer, and say whom it clashes with. A repeated one replaces the earlier."""
        offers = self._offers.setdefault(owner, {})
        repeated = offer.name in offers
        offers[offer.name] = offer
        if repeated:
            return None
        claimants = self._claims.setdefault(offer.name, [])
        first = claimants[0] if claimants else None
        insort(claimants, owner, key=lambda each: each.rank)
        if (kept := self._kept_by_host(offer.name)) is not None:
            return Clash(kept, None, owner)
        if first is None:
            return None
        winner, loser = (owner, first) if claimants[0] is owner else (first, owner)
        return Clash(self._clash(offer.name, winner, loser), winner, loser)

    def release(self, owner: OwnerT) -> None:
        """Forget all offers of one that has left."""
        for name in self._offers.pop(owner, ()):
            self._claims[name].remove(owner)
            if not self._claims[name]:
                del self._claims[name]

    def find(self, name: str) -> tuple[OwnerT, OfferT] | None:
        """Say who owns a name, and what is offered under it by that very owner."""
        claimants = self._claims.get(name)
        if not claimants or self._kept_by_host(name) is not None:
            return None
        return claimants[0], self._offers[claimants[0]][name]

    def owned(self) -> list[tuple[OwnerT, OfferT]]:
        """List every name that can be used, with its owner: in the fixed order, then as they were offered."""
        return [
            (owner, offer)
            for owner in sorted(self._offers, key=lambda each: each.rank)
            for offer in self._offers[owner].values()
            if self._claims[offer.name][0] is owner and self._kept_by_host(offer.name) is None
        ]

    def count(self, owner: OwnerT) -> int:
        """Say how many names one has claimed."""
        return len(self._offers.get(owner, ()))

    def clashes(self, owner: OwnerT) -> list[str]:
        """Say of each clash that concerns one, now, in a sentence."""
        sentences = []
        for name in self._offers.get(owner, ()):
            first, *others = self._claims[name]
            if (kept := self._kept_by_host(name)) is not None:
                sentences.append(kept)
            elif first is owner:
                sentences += [self._clash(name, owner, other) for other in others]
            else:
                sentences.append(self._clash(name, first, owner))
        return sentences

    def _kept_by_host(self, name: str) -> str | None:
        if name in self._reserved:
            return f"{self.kind} {name!r} is reserved for the host and not taken from an extension"
        if not self._admitted(name):
            return f"{self.kind} {name!r} is not allowed here and not taken from an extension"
        return None

    def _clash(self, name: str, winner: OwnerT, loser: OwnerT) -> str:
        return f"{self.kind} {name!r} is offered by {winner.name} and by {loser.name}; {winner.name} comes first"
