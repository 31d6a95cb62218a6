"""Looks for regular expressions in texts, in time that grows with the text alone, whatever the expression is.

What an agent or a server has written is searched, and a search that goes back and tries anew can be made to take for
ever. So all ways to match are followed at once, and what follows from a set of them and a character is remembered.
"""

from collections.abc import Iterator
from functools import lru_cache

from wicket.tasks.re2_character_classes import Test
from wicket.tasks.re2_syntax import (
    Alternatives,
    Assertion,
    BadPattern,
    Character,
    Concatenation,
    Node,
    Repeat,
    parse,
)

__all__ = ["BadPattern", "Expression", "compile_expression"]

MAX_PLACES = 20_000
# So many places are remembered, in all sets together: an expression may have sets of thousands.
MAX_REMEMBERED = 500_000

# What stands before or after a place.
_EDGE, _NEWLINE, _WORD, _OTHER = range(4)
_WORDS = frozenset("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz")

Places = frozenset[int]


class Expression:
    """A regular expression that can be looked for."""

    def __init__(self, pattern: str) -> None:
        """Read it.

        Raises:
            BadPattern: it is none, or too large.
        """
        self._tests: list[Test | None] = []  # of a place that takes a character; it goes on to the next place
        self._ways: list[tuple[int, ...]] = []  # where a place leads without a character
        self._kinds: list[str] = []  # what must hold for that
        last = self._write(parse(pattern))
        self._end = self._place(None, ())
        self._ways[last] = (self._end,)
        self._start: Places = frozenset((0,))
        self._known: dict[tuple[Places, int], dict[str, tuple[Places, int] | None]] = {}
        self._remembered = 0

    def search(self, text: str) -> bool:
        """Say whether it matches anywhere in a text."""
        state = (self._start, _EDGE)
        known = self._known.setdefault(state, {})
        for c in text:
            if c in known:
                following = known[c]
            else:
                known[c] = following = self._step(*state, c)
                self._remembered += 1 + (len(following[0]) if following is not None else 0)
            if following is None:
                return True
            state = following
            if self._remembered > MAX_REMEMBERED:
                self._known, self._remembered = {}, 0
            known = self._known.get(state) or self._known.setdefault(state, {})
        return self._end in self._reached(*state, _EDGE)

    def _step(self, places: Places, before: int, c: str) -> tuple[Places, int] | None:
        """Say where a character leads. None: it has matched before that."""
        after = _NEWLINE if c == "\n" else _WORD if c in _WORDS else _OTHER
        reached = self._reached(places, before, after)
        if self._end in reached:
            return None
        taken = {place + 1 for place in reached if (test := self._tests[place]) is not None and test(c)}
        return frozenset(taken) | self._start, after

    def _reached(self, places: Places, before: int, after: int) -> set[int]:
        holding = frozenset(_holding(before, after))
        reached: set[int] = set()
        waiting = list(places)
        while waiting:
            place = waiting.pop()
            if place not in reached:
                reached.add(place)
                if not self._kinds[place] or self._kinds[place] in holding:
                    waiting += self._ways[place]
        return reached

    def _place(self, test: Test | None, ways: tuple[int, ...], kind: str = "") -> int:
        if len(self._ways) >= MAX_PLACES:
            raise BadPattern("expression too large")
        self._tests.append(test)
        self._ways.append(ways)
        self._kinds.append(kind)
        return len(self._ways) - 1

    def _write(self, node: Node) -> int:
        """Write a node from the next place on. Give the place at which it has matched: it leads nowhere yet."""
        match node:
            case Character(test):
                self._place(test, ())
            case Assertion(kind):
                at = self._place(None, (), kind)
                self._ways[at] = (at + 1,)
            case Concatenation(nodes):
                for each in nodes:
                    at = self._write(each)
                    self._ways[at] = (at + 1,)
            case Alternatives(nodes):
                fork = self._place(None, ())
                begins, ends = [], []
                for each in nodes:
                    begins.append(len(self._ways))
                    ends.append(self._write(each))
                self._ways[fork] = tuple(begins)
                for end in ends:
                    self._ways[end] = (len(self._ways),)
            case Repeat(inner, least, most):
                self._write_repeat(inner, least, most)
        return self._place(None, ())

    def _write_repeat(self, inner: Node, least: int, most: int | None) -> None:
        for _ in range(least):
            at = self._write(inner)
            self._ways[at] = (at + 1,)
        if most is None:
            fork = self._place(None, ())
            at = self._write(inner)
            self._ways[at] = (fork,)
            self._ways[fork] = (fork + 1, len(self._ways))
            return
        forks = []
        for _ in range(most - least):
            forks.append(self._place(None, ()))
            at = self._write(inner)
            self._ways[at] = (at + 1,)
        for fork in forks:
            self._ways[fork] = (fork + 1, len(self._ways))


def _holding(before: int, after: int) -> Iterator[str]:
    if before == _EDGE:
        yield "text start"
    if after == _EDGE:
        yield "text end"
    if before in (_EDGE, _NEWLINE):
        yield "line start"
    if after in (_EDGE, _NEWLINE):
        yield "line end"
    yield "boundary" if (before == _WORD) != (after == _WORD) else "no boundary"


@lru_cache(maxsize=256)
def compile_expression(pattern: str) -> Expression:
    """Read a regular expression, once for all who look for it.

    Raises:
        BadPattern: it is none.
    """
    return Expression(pattern)
