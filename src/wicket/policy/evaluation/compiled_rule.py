"""A rule of a compiled policy. It is stored as a tuple, which loads fast; here its fields have names."""

from wicket.policy.verdict import Match

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from wicket.policy.patterns.elements import Pattern

__all__ = ["CompiledRule", "StoredRules"]

# The order in which they are stored.
FIELDS = (
    "action",
    "patterns",
    "when",
    "message",
    "fix_suggestion",
    "sandbox",
    "validators",
    "pattern",
    "file",
    "line",
    "scope",
    "names_paths",
)


class CompiledRule:
    """A rule as a verdict uses it.

    `pattern` is what its author wrote, `patterns` what it was compiled to. `scope` says whose definitions it sees; 0 is
    for the files that are trusted. `names_paths`: its patterns name paths, or depend on the home folder. `strict`: it
    denies or asks.
    """

    __slots__ = (*FIELDS, "stored", "strict")

    action: str
    patterns: "tuple[Pattern, ...]"
    when: str
    message: str
    fix_suggestion: str
    sandbox: str
    validators: tuple[str, ...]
    pattern: str
    file: str
    line: int
    scope: int
    names_paths: bool

    def __init__(self, stored: "tuple[Any, ...]") -> None:
        self.stored = stored
        for name, value in zip(FIELDS, stored, strict=True):
            setattr(self, name, value)
        self.strict = self.action != "allow"

    @classmethod
    def of(cls, **fields: "Any") -> "CompiledRule":
        """Make a rule of its fields."""
        return cls(tuple([fields[name] for name in FIELDS]))

    def match(self, why: str, *, sure: bool = True) -> Match:
        """Say that it matches, or nearly so, and why it is not sure."""
        return Match(
            self.action,
            self.pattern,
            self.file,
            self.line,
            sure=sure,
            message=self.message,
            fix_suggestion=self.fix_suggestion,
            why=why,
        )


class StoredRules:
    """The rules of a policy by their numbers. Each is made of its tuple when it is first asked for."""

    __slots__ = ("_made", "_stored")

    def __init__(self, stored: "Sequence[tuple[Any, ...]]") -> None:
        self._stored = stored
        self._made: dict[int, CompiledRule] = {}

    def __len__(self) -> int:
        return len(self._stored)

    def __iter__(self) -> "Iterator[CompiledRule]":
        return map(self.__getitem__, range(len(self)))

    def __getitem__(self, number: int) -> CompiledRule:
        made = self._made.get(number)
        if made is None:
            made = self._made[number] = CompiledRule(self._stored[number])
        return made
