"""Why a text was not read, and how much work a verdict may be: counted, the same on every machine."""

__all__ = ["JUDGING", "READING", "TOO_MUCH", "UNBOUNDED", "Fuel", "Refusal", "Refused", "Spent"]


# ── why a text was not read, and where: the reader stops at what it does not understand exactly as bash does ──


class Refusal:
    """The place and the reason. `line` and `column` count from one, `offset` from zero."""

    __slots__ = ("column", "line", "offset", "reason")

    def __init__(self, reason: str, text: str, offset: int) -> None:
        self.reason = reason
        self.offset = offset
        self.line = text.count("\n", 0, offset) + 1
        self.column = offset - (text.rfind("\n", 0, offset) + 1) + 1

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.reason}"

    def __repr__(self) -> str:
        return f"Refusal({self})"


class Refused(Exception):
    """Raised inside the reader alone, and turned into a `Refusal` before anyone else sees it."""

    def __init__(self, reason: str, offset: int) -> None:
        super().__init__(reason)
        self.reason = reason
        self.offset = offset


# ── limits how much work a verdict may be: counted, not timed, so that it is the same on every machine ──

# One tank serves one verdict, from the first word that is expanded to the last file rule. Every loop takes from it what
# its size says, before it begins; when nothing is left, the text is too much to follow.


# A unit is what looking at one element of a list takes, so 20 of them are a microsecond or so. A text has so many for
# being read; the rules have what is left, and more, so that what was read before it became too much is judged as well.
READING = 4_000_000
JUDGING = 6_200_000

TOO_MUCH = "too much to follow"


class Spent(Refused):
    """Nothing is left. The reader says where that was."""

    def __init__(self, offset: int = 0) -> None:
        super().__init__(TOO_MUCH, offset)


class Fuel:
    """What is left of it."""

    __slots__ = ("left",)

    def __init__(self, units: int = READING) -> None:
        self.left = units

    def take(self, units: int) -> None:
        """Account for work.

        Raises:
            Spent: that is more than is left.
        """
        self.left -= units
        if self.left < 0:
            raise Spent

    def refill(self, units: int = JUDGING) -> None:
        """Go on to the next part of a verdict, even if nothing is left of the first."""
        self.left = max(self.left, 0) + units


# For a state that no reader has: there is nothing to account for.
UNBOUNDED = Fuel(1 << 62)
