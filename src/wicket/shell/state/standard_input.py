"""Standard input: what it brings to the first who reads it, and what is left for the next."""

from wicket.shell.unknown_values import Unknowable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.unknown_values import Value

__all__ = ["Input"]


class Input:
    """What standard input brings to the first who reads it, and what is left for the next; None: what it is outside.

    Whoever has the same input shares it.
    """

    __slots__ = ("value",)

    def __init__(self, value: "Value | None" = None) -> None:
        self.value = value

    def use(self) -> None:
        """See that some of it was read, or all, or perhaps nothing."""
        if isinstance(self.value, str):
            self.value = _LEFT


_LEFT = Unknowable("what is left of the input")
