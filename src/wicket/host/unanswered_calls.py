"""How often in a row an extension left unanswered what it was asked, and whether it is worth asking again."""

__all__ = ["UnansweredCalls"]

# Questions whose late answers are recognized. Whoever leaves more of them open does not come back.
MAX_UNANSWERED = 1000


class UnansweredCalls:
    """Those of one extension. After `most` of them it is asked no more; questions asked at once count once."""

    __slots__ = ("_asked", "_asked_by_then", "_most", "_unanswered", "count")

    def __init__(self, most: int) -> None:
        self.count = 0
        self._most = most
        self._asked = 0  # questions so far
        self._asked_by_then = 0  # the same when a silence was last counted
        self._unanswered: set[str] = set()  # ids of questions that nobody waits for any more

    @property
    def too_many(self) -> bool:
        """Whether nobody waits for it any more."""
        return self.count >= self._most

    def __contains__(self, id: object) -> bool:
        return id in self._unanswered

    def __bool__(self) -> bool:
        return bool(self._unanswered)

    def ask(self) -> int:
        """Number a question."""
        self._asked += 1
        return self._asked

    def note(self, number: int, id: str) -> bool:
        """Count a silence, and say whether this one was too many. What was asked before the last is part of that."""
        if len(self._unanswered) < MAX_UNANSWERED:
            self._unanswered.add(id)
        if number <= self._asked_by_then:
            return False
        self._asked_by_then = self._asked
        self.count += 1
        return self.count == self._most

    def forget(self) -> None:
        """Begin anew: it has answered."""
        self.count = 0
        self._unanswered.clear()
