"""The four decisions, from the loosest to the strictest."""

__all__ = ["ALLOW", "ASK", "BY_WORD", "DENY", "PASS", "Decision", "strictest", "unsure"]


class Decision:
    """`ALLOW` < `PASS` < `ASK` < `DENY`. There are just these four; `str()` gives the word that policies use."""

    __slots__ = ("_rank", "value")

    ALLOW: "Decision"
    PASS: "Decision"  # no rule spoke, and the policy leaves it to whoever asked
    ASK: "Decision"
    DENY: "Decision"

    def __init__(self, value: str, rank: int) -> None:
        self.value = value
        self._rank = rank

    @staticmethod
    def of(word: str) -> "Decision":
        """Give the decision of that name."""
        return BY_WORD[word]

    def __lt__(self, other: "Decision") -> bool:
        return self._rank < other._rank

    def __le__(self, other: "Decision") -> bool:
        return self._rank <= other._rank

    def __gt__(self, other: "Decision") -> bool:
        return self._rank > other._rank

    def __ge__(self, other: "Decision") -> bool:
        return self._rank >= other._rank

    def __str__(self) -> str:
        return self.value

    def __repr__(self) -> str:
        return f"Decision.{self.value.upper()}"

    def __reduce__(self) -> "tuple[object, tuple[str]]":
        return Decision.of, (self.value,)


ALLOW = Decision.ALLOW = Decision("allow", 0)
PASS = Decision.PASS = Decision("pass", 1)
ASK = Decision.ASK = Decision("ask", 2)
DENY = Decision.DENY = Decision("deny", 3)

BY_WORD = {decision.value: decision for decision in (ALLOW, PASS, ASK, DENY)}


def unsure(default: str) -> Decision:
    """Say what holds for what is not known, not understood or too much to follow, by the policy's default.

    Where nothing is allowed that no rule allows, that is no. Everywhere else a person is asked, even where the default
    is to allow, or to leave it to others.
    """
    return DENY if default == "deny" else ASK


def strictest(first: Decision, second: Decision) -> Decision:
    """Give the stricter of two."""
    return second if second._rank > first._rank else first
