"""Standard input: what it brings to the first who reads it, and what is left for the next."""

from wicket.shell.unknown_values import Unknowable
from wicket.shell.value_origins import OF_FILES, origins

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from wicket.shell.read_result import Command
    from wicket.shell.unknown_values import Value

__all__ = ["DESCRIPTOR", "Input", "origins_of_input"]

# Why it is not known what a copied descriptor brings.
DESCRIPTOR = "what a descriptor brings"


class Input:
    """What standard input brings to the first who reads it, and what is left for the next; None: what it is outside.

    Whoever has the same input shares it. `printed_by` are the commands before it in a pipe.
    """

    __slots__ = ("printed_by", "value")

    def __init__(self, value: "Value | None" = None, printed_by: "Sequence[Command]" = ()) -> None:
        self.value = value
        self.printed_by = printed_by

    def use(self) -> None:
        """See that some of it was read, or all, or perhaps nothing."""
        if isinstance(self.value, str):
            self.value = _LEFT


def origins_of_input(brought: "Value | None") -> str:
    """Say what is in an input, as it stands behind a reason: what is in a file, a secret."""
    if not isinstance(brought, Unknowable):
        return ""
    if brought.reason.startswith("the content of ") or brought.reason == DESCRIPTOR:
        return OF_FILES
    return origins([brought.reason])


_LEFT = Unknowable("what is left of the input")
