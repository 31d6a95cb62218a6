"""Standard input and what is left of it for the next, and whether globs stand for hidden names."""

from wicket.shell.catalogue.interpreter_names import SHELLS
from wicket.shell.unknown_values import OF_FILES, Unknowable, origins

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from wicket.shell.read_result import Command
    from wicket.shell.unknown_values import Value

__all__ = ["DESCRIPTOR", "Input", "origins_of_input", "show_hidden_names"]


# ── standard input: what it brings to the first who reads it, and what is left for the next ──

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


# ── whether a text has globs stand for names that begin with a dot, which they do not by themselves ──

_OPTIONS = frozenset(["dotglob", "globdots", "glob_dots"])
_SETTING = frozenset(["shopt", "setopt", "set", *SHELLS])
_NOT_READ = frozenset(["source", ".", "eval"])


def show_hidden_names(text: str, commands: "Sequence[Command]") -> bool:
    """Tell whether a text may do that: by an option of a shell, or by a variable. What it sources may do so as well."""
    if "GLOBIGNORE" in text:
        return True
    for command in commands:
        name = (command.name or "").rpartition("/")[2]
        if name in _NOT_READ and command.opaque:
            return True
        if name in _SETTING and any(
            word.reason is not None or word.prefix.lower() in _OPTIONS for word in command.words[1:]
        ):
            return True
    return False
