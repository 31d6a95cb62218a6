"""A rule of a compiled policy. It is stored as a tuple, which loads in no time; here its places have names."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from wicket.policy.elements import Pattern

__all__ = ["CompiledRule", "StoredRules"]


class CompiledRule:
    """What a verdict has to know of a rule: made of its tuple when a command may be what it is about."""

    __slots__ = (
        "action",
        "file",
        "fix_suggestion",
        "line",
        "message",
        "names_paths",
        "pattern",
        "patterns",
        "sandbox",
        "scope",
        "strict",
        "validators",
        "when",
    )

    def __init__(self, stored: "tuple[Any, ...]") -> None:
        self.action: str
        self.patterns: tuple[Pattern, ...]
        self.when: str
        self.message: str
        self.fix_suggestion: str
        self.sandbox: str
        self.validators: tuple[str, ...]
        self.pattern: str  # as its author wrote it
        self.file: str
        self.line: int
        self.scope: int  # whose definitions it sees; 0 for those that everybody trusts
        self.names_paths: bool  # its patterns depend on the home, or name paths
        (
            self.action,
            self.patterns,
            self.when,
            self.message,
            self.fix_suggestion,
            self.sandbox,
            self.validators,
            self.pattern,
            self.file,
            self.line,
            self.scope,
            self.names_paths,
        ) = stored
        self.strict = self.action != "allow"  # it forbids, or asks

    @property
    def stored(self) -> "tuple[Any, ...]":
        """The tuple that it is stored as."""
        return (
            self.action,
            self.patterns,
            self.when,
            self.message,
            self.fix_suggestion,
            self.sandbox,
            self.validators,
            self.pattern,
            self.file,
            self.line,
            self.scope,
            self.names_paths,
        )


class StoredRules:
    """The rules of a policy by their numbers. Each is made of its tuple when it is asked for, and once."""

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
