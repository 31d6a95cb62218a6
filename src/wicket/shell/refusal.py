"""Why a text was not read, and where: the reader stops at what it does not understand exactly as bash does."""

__all__ = ["Refusal", "Refused"]


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
