"""Choosing from a list that grows, so that the same seed goes on meaning nearly the same texts.

`random.choice` gives another item for nearly every number as soon as the list has one more. A hunt that is run again
with its seed, after what it found was mended and added to the corpus, would then look at other texts and prove
nothing about the first ones.
"""

import bisect
import random
from collections.abc import Mapping
from hashlib import blake2b

__all__ = ["Ring"]

# Each item owns about as much of the ring as any other of its weight: the more points, the more evenly.
POINTS = 16
_BITS = 64


class Ring:
    """Items on a ring, at points that depend on nothing but the item. A draw gives the one that comes next."""

    def __init__(self, weights: Mapping[str, float]) -> None:
        """Take the items with their weights; an item of weight 1 has `POINTS` points."""
        placed = sorted(
            (_place(f"{i}:{item}"), item)
            for item, weight in weights.items()
            for i in range(max(1, round(weight * POINTS)))
        )
        self._places = [place for place, _ in placed]
        self._items = [item for _, item in placed]

    def draw(self, r: random.Random) -> str:
        """Give an item."""
        return self._items[bisect.bisect(self._places, r.getrandbits(_BITS)) % len(self._items)]


def _place(name: str) -> int:
    return int.from_bytes(blake2b(name.encode("utf-8", "surrogatepass"), digest_size=_BITS // 8).digest())
