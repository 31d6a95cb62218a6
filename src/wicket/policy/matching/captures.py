"""What a match found: values of placeholders and flag groups, and the words that no star swallowed."""

from wicket.shell.words import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Paths = Callable[[Word, tuple[str, ...]], int]

__all__ = ["Captures"]


class Captures:
    """What a match found: values of placeholders, values of flag groups, and the words that no star swallowed."""

    __slots__ = ("copied", "flag_groups", "named", "texts", "vague", "vars")

    def __init__(self) -> None:
        self.vars: dict[str, Word] = {}
        self.flag_groups: dict[str, list[Word]] = {}
        self.named: list[Word] = []  # words and flags that the pattern spells
        self.texts: list[str] = []  # how values begin that the pattern spells
        self.copied = False  # the pattern spells every word
        self.vague = False  # a flag of a group may be there

    def take(self, other: "Captures") -> None:
        """Become what another one found."""
        self.vars = other.vars
        self.flag_groups = other.flag_groups
        self.named = other.named
        self.texts = other.texts
        self.vague = other.vague
